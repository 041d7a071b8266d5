import { type Finding, ok, warning } from './finding';

/** Milliseconds that two clocks may differ before anything is said. */
const TOLERATED = 1_000;

/** When a clock elsewhere was read: instants in milliseconds since 1970. */
export interface ClockReading {
  /** Here, before it was asked. */
  readonly before: number;
  readonly there: number;
  /** Here, after it had answered. */
  readonly after: number;
}

/** @param whose `PostgreSQL`, `Redis` */
export function judgeClock(whose: string, { before, there, after }: ClockReading): Finding {
  // The answer was made at some moment between the two: what the way took is no difference.
  const ahead = there > after ? there - after : Math.min(0, there - before);
  if (Math.abs(ahead) <= TOLERATED) return ok(`The clock of ${whose} agrees with this machine's`);
  const seconds = (Math.abs(ahead) / 1000).toFixed(1);
  return warning(
    `The clock of ${whose} is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's`,
    'Run an NTP client (chrony, systemd-timesyncd) on both machines: expiries and rate limits go by these clocks.',
  );
}
