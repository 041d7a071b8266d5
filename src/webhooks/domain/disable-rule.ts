/** Consecutive failed deliveries that disable a subscription once they span long enough. */
export const DISABLE_AFTER_FAILURES = 20;

/** Consecutive failed deliveries that disable a subscription however quickly they came. */
export const DISABLE_AT_ONCE_FAILURES = 100;

const HOUR = 3_600_000;

/** A subscription's present run of failed deliveries. */
export interface FailureRun {
  /** Deliveries (not attempts) that failed since the last success. */
  readonly failures: number;
  /** When the first of them failed; null when there is none. */
  readonly since: Date | null;
}

/**
 * Whether a run of failures is long enough to stop trying. The floor in hours keeps one bad hour of a receiver from
 * disabling a busy subscription; the bare count keeps a dead one from being called for a day at full rate.
 */
export function shouldDisable(run: FailureRun, now: Date, afterHours: number): boolean {
  if (run.failures >= DISABLE_AT_ONCE_FAILURES) return true;
  if (run.failures < DISABLE_AFTER_FAILURES || run.since === null) return false;
  return now.getTime() - run.since.getTime() >= afterHours * HOUR;
}
