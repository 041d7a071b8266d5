import { type EncryptionKey, type KeyRing, UNNAMED_KEY } from '../../../common/secrets/secret-box';
import { type Fault, type Finding, judged, ok, warning } from './finding';

/** Minimum PostgreSQL version; `server_version_num` is this times 10,000. */
export const LEAST_POSTGRESQL = 15;

/** Minimum tested Redis version. */
export const LEAST_REDIS = 6;

/** Compares versions such as `v20.19.4` and `20.19.0`. */
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

/** Free bytes below which a folder counts as nearly full. */
const LITTLE = 1024 ** 3;

/** @param use the use of the folder, for the text: `exports and the browser` */
export function judgeSpace(folder: string, use: string, free: number): Finding {
  const said = `${folder} has ${size(free)} free, for ${use}`;
  return free >= LITTLE ? ok(said) : warning(said, `Make room: at least ${size(LITTLE)}.`);
}

/** `512 MiB`, `12.5 GiB`. */
function size(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2;
  return mebibytes < 1024 ? `${Math.floor(mebibytes)} MiB` : `${Math.floor(mebibytes / 102.4) / 10} GiB`;
}

/** Tolerated clock difference in milliseconds. */
const TOLERATED = 1_000;

/** Times in milliseconds since 1970. */
export interface ClockReading {
  /** Local time before the query. */
  readonly before: number;
  readonly there: number;
  /** Local time after the response. */
  readonly after: number;
}

/** @param whose `PostgreSQL`, `Redis` */
export function judgeClock(whose: string, { before, there, after }: ClockReading): Finding {
  // The other clock was read between the two local times, so the round trip does not count as a difference.
  const ahead = there > after ? there - after : Math.min(0, there - before);
  if (Math.abs(ahead) <= TOLERATED) return ok(`The clock of ${whose} agrees with this machine's`);
  const seconds = (Math.abs(ahead) / 1000).toFixed(1);
  return warning(
    `The clock of ${whose} is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's`,
    'Run an NTP client (chrony, systemd-timesyncd) on both machines: expiries and rate limits go by these clocks.',
  );
}

/** Configuration of the address that clients use. */
export interface AddressFacts {
  readonly isProduction: boolean;
  /** PUBLIC_URL. */
  readonly publicUrl: string | undefined;
  /** TRUSTED_PROXY_HOPS. */
  readonly hops: number;
  /** TENANT_HOST_SUFFIX. */
  readonly hostSuffix: string | undefined;
}

const LOCAL = /^(localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$|\.(localhost|invalid|test|example)$/;

/** Whether links in responses and mails lead to the service. */
export function judgeAddress({ isProduction, publicUrl, hops, hostSuffix }: AddressFacts): Finding[] {
  if (publicUrl === undefined) {
    if (!isProduction) return [ok('PUBLIC_URL is not set: links begin with the host of each request')];
    const said = 'PUBLIC_URL is not set: links begin with whatever host a request names';
    return [warning(said, 'Set PUBLIC_URL to the address that clients use, such as https://procurement.example.com.')];
  }
  const { protocol, hostname, pathname } = new URL(publicUrl);
  const faults: Fault[] = [
    [
      isProduction && protocol === 'http:',
      'PUBLIC_URL begins with http://: links lead past TLS',
      'Begin it with https://.',
    ],
    [
      isProduction && LOCAL.test(hostname),
      `PUBLIC_URL names ${hostname}, which no client can reach`,
      'Name the host that clients use.',
    ],
    [
      /\/v\d+\/?$/.test(pathname),
      `PUBLIC_URL ends with ${pathname}, and links would have the version twice`,
      'Give the address before /v1.',
    ],
    [
      isProduction && protocol === 'https:' && hops === 0,
      'PUBLIC_URL is https and TRUSTED_PROXY_HOPS is 0: every caller has the address of the proxy that ends TLS',
      'Set TRUSTED_PROXY_HOPS to the number of proxies in front.',
    ],
    [
      hostSuffix !== undefined && hostname.endsWith(hostSuffix) && hostname !== hostSuffix.replace(/^\./, ''),
      `PUBLIC_URL names ${hostname}, which TENANT_HOST_SUFFIX makes the host of a tenant`,
      'Take a host that does not end with TENANT_HOST_SUFFIX, or the suffix itself.',
    ],
  ];
  return judged(faults, `Links begin with ${publicUrl}`);
}

/** A random key has fewer distinct bytes, or fewer distinct differences of neighbours, less than once in 10^12 keys. */
const LEAST_DIFFERENT = 12;

/** Warns of keys that are not random: they can be guessed, and then every secret can be decrypted. */
export function judgeKeys({ keys, format }: KeyRing): Finding[] {
  const faults = keys.map(({ id, key }): Fault => {
    const reason = weakness(key);
    const variable =
      format === 'v1' && id === UNNAMED_KEY ? 'APP_ENCRYPTION_KEY' : `The key ${id} of APP_ENCRYPTION_KEYS`;
    return [
      reason !== undefined,
      `${variable} is not random: ${reason}`,
      'Make a key with `openssl rand -base64 32`, put it first in APP_ENCRYPTION_KEYS, and run keys:rotate (docs/keys.md).',
    ];
  });
  return judged(faults, 'The encryption keys look random');
}

function weakness(key: EncryptionKey['key']): string | undefined {
  const bytes = [...key.export()];
  if (bytes.every((byte) => byte === 0)) return 'all of its bytes are zero';
  if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return 'all of its bytes are ASCII text';
  const steps = bytes.slice(1).map((byte, index) => (byte - (bytes[index] ?? 0) + 256) % 256);
  if (new Set(bytes).size < LEAST_DIFFERENT || new Set(steps).size < LEAST_DIFFERENT) return 'its bytes repeat';
  return undefined;
}
