/** Consecutive failed deliveries that disable a subscription if they span enough hours. */
const DISABLE_AFTER_FAILURES = 20;

/** Consecutive failed deliveries that disable a subscription regardless of the time they span. */
const DISABLE_AT_ONCE_FAILURES = 100;

const HOUR = 3_600_000;

/** The current consecutive failed deliveries of a subscription. */
export interface FailureRun {
  /** Deliveries (not attempts) that failed since the last success. */
  readonly failures: number;
  /** When the first of them failed; null if there is none. */
  readonly since: Date | null;
}

/**
 * Whether to disable the subscription. The minimum of hours protects a busy subscription from one bad hour of its
 * receiver. The higher count alone ends calls to a dead receiver before a day has passed.
 */
export function shouldDisable(run: FailureRun, now: Date, afterHours: number): boolean {
  return hasCome(1, run, now, afterHours);
}

/**
 * Whether this failure is the first to reach half of the limit (half of the count and the hours, or half of the higher
 * count). Admins are warned at that moment, once per run of failures.
 * @param before the run after the previous failure, and the time of that failure; null if there was none
 */
export function hasJustComeHalfWay(
  run: FailureRun,
  now: Date,
  before: { readonly run: FailureRun; readonly at: Date | null },
  afterHours: number,
): boolean {
  const wasThere = before.at !== null && hasCome(0.5, before.run, before.at, afterHours);
  return !wasThere && hasCome(0.5, run, now, afterHours);
}

/** @param share of the limit, up to 1 */
function hasCome(share: number, run: FailureRun, now: Date, afterHours: number): boolean {
  if (run.failures >= share * DISABLE_AT_ONCE_FAILURES) return true;
  if (run.failures < share * DISABLE_AFTER_FAILURES || run.since === null) return false;
  return now.getTime() - run.since.getTime() >= share * afterHours * HOUR;
}
