import { type Finding, ok, warning } from './finding';

/** The oldest PostgreSQL that the service is made for; `server_version_num` is this times 10,000. */
export const LEAST_POSTGRESQL = 15;

/** The oldest Redis that the service is tried with. */
export const LEAST_REDIS = 6;

/** Whether a version such as `v20.19.4` is at least another, such as `20.19.0`. */
export function isAtLeast(version: string, least: string): boolean {
  const [has, needs] = [version, least].map((text) =>
    text
      .replace(/^[^\d]*/, '')
      .split('.')
      .map(Number),
  );
  for (const [index, number] of (needs ?? []).entries()) {
    const own = has?.[index] ?? 0;
    if (own !== number) return own > number;
  }
  return true;
}

/** @param engines of package.json: `>=20.19.0` */
export function judgeNode(version: string, engines: string): Finding {
  const least = engines.replace(/^\D*/, '');
  return isAtLeast(version, least)
    ? ok(`Node.js ${version}`)
    : warning(`Node.js ${version} is older than ${least}`, `Run the service with Node.js ${least} or newer.`);
}

/** @param number PostgreSQL's `server_version_num` */
export function judgePostgresql(number: number, name: string): Finding {
  return number >= LEAST_POSTGRESQL * 10_000
    ? ok(`PostgreSQL ${name}`)
    : warning(
        `PostgreSQL ${name} is older than ${LEAST_POSTGRESQL}, and migrations may fail on it`,
        `Upgrade the server to PostgreSQL ${LEAST_POSTGRESQL} or newer.`,
      );
}

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
