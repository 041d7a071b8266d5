/** Consecutive failed deliveries that disable a subscription once they span long enough. */
const DISABLE_AFTER_FAILURES = 20;

/** Consecutive failed deliveries that disable a subscription however quickly they came. */
const DISABLE_AT_ONCE_FAILURES = 100;

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
  return hasCome(1, run, now, afterHours);
}

/**
 * Whether this failure brings the run half way to being disabled (half of the count and of the hours, or half of the bare
 * count) and the one before did not: the moment to warn the admins, once in a run.
 * @param before the run as the failure before this one had left it, and when that was; null when there was none
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

/** @param share of the way to the rule, up to 1 */
function hasCome(share: number, run: FailureRun, now: Date, afterHours: number): boolean {
  if (run.failures >= share * DISABLE_AT_ONCE_FAILURES) return true;
  if (run.failures < share * DISABLE_AFTER_FAILURES || run.since === null) return false;
  return now.getTime() - run.since.getTime() >= share * afterHours * HOUR;
}
