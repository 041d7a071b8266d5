/** Maximum concurrent attempts per subscription. */
export const SUBSCRIPTION_SLOTS = 2;

/** Maximum concurrent retries per subscription. The other slot is reserved for first attempts. */
export const RETRY_SLOTS = 1;

/** Time in addition to the deadline for a busy machine to claim, sign and record an attempt, milliseconds. */
const LEASE_MARGIN_MILLISECONDS = 5_000;

/**
 * Lease of an attempt, milliseconds. Without a result by then, the worker counts as dead and the delivery is attempted
 * again. The deadline bounds the call, so the lease adds only a margin: 15 s for the default deadline of 10 s. With a
 * sweep every 5 s, the delivery of a killed worker is offered again within 20 s. If the lease were too short, the late
 * result would be rejected and the receiver called twice.
 */
export const leaseMilliseconds = (deadline: number): number => deadline + LEASE_MARGIN_MILLISECONDS;

/**
 * Maximum jobs of one tenant in Bull, by lane. Further deliveries stay in PostgreSQL, and each delivery that ends moves
 * the next one into Bull. The limits are separate, so that slow receivers of a tenant do not block its fast ones.
 */
export const WAITING_IN_BULL = { prompt: 30, patient: 20 } as const;

/** Attempts with a dead worker that are repeated without counting as failed. Further ones count (a poison message). */
export const FREE_INTERRUPTIONS = 3;

/** Maximum subscriptions per tenant. */
export const MAX_SUBSCRIPTIONS = 50;

/** Test deliveries per minute and subscription. */
export const TESTS_PER_MINUTE = 10;

/** Maximum deliveries that one request sends again. */
export const MAX_BULK_REDELIVERIES = 10_000;

/** How long the previous secret still signs after a rotation, milliseconds. */
export const ROTATION_OVERLAP_MILLISECONDS = 24 * 3_600_000;

/** How long ended deliveries and their events are retained, milliseconds. */
export const RETENTION_MILLISECONDS = 30 * 24 * 3_600_000;
