/** Attempts of one subscription that may be on their way at once. */
export const SUBSCRIPTION_SLOTS = 2;

/** How many of them may be retries: the other is kept for first attempts. */
export const RETRY_SLOTS = 1;

/** Time beside the deadline for a busy machine to claim, sign and record an attempt, milliseconds. */
const LEASE_MARGIN_MILLISECONDS = 5_000;

/**
 * How long the lease of an attempt lasts, milliseconds: without a result by then its worker counts as dead, and the delivery
 * is attempted again. The deadline bounds all that a receiver can drag out, so the lease is only a margin longer: 15 s for
 * the ordinary deadline of 10 s. With the sweep's pause of 5 s a killed worker's delivery is offered again within 20 s.
 * Were the lease ever too short, the late result would be refused and the receiver called twice; nothing would be lost.
 */
export const leaseMilliseconds = (deadline: number): number => deadline + LEASE_MARGIN_MILLISECONDS;

/**
 * Deliveries of one tenant that may wait in Bull at once, by lane: 50 in all. What does not fit waits in PostgreSQL; each
 * delivery that ends hands over the next. Two numbers, so that a tenant's slow receivers never keep out its quick ones.
 */
export const WAITING_IN_BULL = { prompt: 30, patient: 20 } as const;

/** Attempts whose worker died that are simply made again; from then on each counts as failed (a poison message). */
export const FREE_INTERRUPTIONS = 3;

/** Most subscriptions of a tenant. */
export const MAX_SUBSCRIPTIONS = 50;

/** Test deliveries a minute for one subscription. */
export const TESTS_PER_MINUTE = 10;

/** Most deliveries sent again by one request. */
export const MAX_BULK_REDELIVERIES = 10_000;

/** How long the previous secret still signs after a rotation, milliseconds. */
export const ROTATION_OVERLAP_MILLISECONDS = 24 * 3_600_000;

/** How long deliveries and their events are kept once they have ended, milliseconds. */
export const RETENTION_MILLISECONDS = 30 * 24 * 3_600_000;
