import { type Finding, ok, warning } from './finding';

/** Bytes below which a folder counts as nearly full. */
const LITTLE = 1024 ** 3;

/** @param use what is written there: `exports and the browser` */
export function judgeSpace(folder: string, use: string, free: number): Finding {
  const said = `${folder} has ${size(free)} free, for ${use}`;
  return free >= LITTLE ? ok(said) : warning(said, `Make room: at least ${size(LITTLE)}.`);
}

/** `512 MiB`, `12.5 GiB`. */
function size(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2;
  return mebibytes < 1024 ? `${Math.floor(mebibytes)} MiB` : `${Math.floor(mebibytes / 102.4) / 10} GiB`;
}

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
