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
