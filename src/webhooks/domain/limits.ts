/** Attempts of one subscription that may be on their way at once. */
export const SUBSCRIPTION_SLOTS = 2;

/** How many of them may be retries: the other is always there for a first attempt. */
export const RETRY_SLOTS = 1;

/**
 * How long an attempt may go without a result before it is made again, milliseconds: well over twice its deadline, so
 * that a slow answer is never mistaken for a dead process. 25 seconds for the ordinary deadline of ten: with a sweep's
 * pause still under 35.
 */
export const leaseMilliseconds = (deadline: number): number => 2 * deadline + 5_000;

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
