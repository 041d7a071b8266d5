/** Attempts of one subscription that may be on their way at once. */
export const SUBSCRIPTION_SLOTS = 2;

/** How many of them may be retries: the other is always there for a first attempt. */
export const RETRY_SLOTS = 1;

/** What an attempt needs beside its deadline, milliseconds: to be claimed, signed and written down by a busy machine. */
const LEASE_MARGIN_MILLISECONDS = 5_000;

/**
 * How long an attempt may go without a result before it is made again, milliseconds. The one deadline covers all that a
 * receiver can drag out, so this is as short as it can be without mistaking a slow answer for a dead process: 15 seconds
 * for the ordinary deadline of ten, and 20 with the sweep's pause until a killed worker's delivery is offered again. Were
 * it ever too short, the late result would be refused and the receiver called twice; nothing would be lost.
 */
export const leaseMilliseconds = (deadline: number): number => deadline + LEASE_MARGIN_MILLISECONDS;

/**
 * Deliveries of one tenant that may wait in Bull at once, by lane: 50 in all. What does not fit waits in PostgreSQL; each
 * delivery that ends hands over the next. Two numbers, so that a tenant's slow receivers never keep out its quick ones.
 */
export const WAITING_IN_BULL = { prompt: 30, patient: 20 } as const;

/** Interrupted attempts that are simply made again; from then on each counts as a failed one. */
export const FREE_INTERRUPTIONS = 3;

/** Most subscriptions of a tenant. */
export const MAX_SUBSCRIPTIONS = 50;

/** Test deliveries a minute for one subscription. */
export const TESTS_PER_MINUTE = 10;

/** Most deliveries sent again by one request. */
export const MAX_BULK_REDELIVERIES = 10_000;

/** How long the previous secret still signs after a rotation, milliseconds. */
export const ROTATION_OVERLAP_MILLISECONDS = 24 * 3_600_000;

/** How long finished deliveries and their events are kept, milliseconds. */
export const RETENTION_MILLISECONDS = 30 * 24 * 3_600_000;
