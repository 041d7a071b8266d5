/** What there is to say once the service is ready. */
export interface Announcement {
  readonly port: number;
  readonly adminPort: number;
  readonly tenant: string;
  readonly token: string;
  /** 2 and up beside another running copy of this checkout. */
  readonly copy: number;
  readonly hasRedis: boolean;
  readonly seconds: number;
}

/** One line, for a start without any Redis. */
export const NO_REDIS =
  'No Redis found: running as a single process, with rate limits and deliveries in it. To get one: ' +
  'apt-get install redis-server (or brew install redis), or set REDIS_URL, and start again.';

/** The lines a person wants to read first: where it is, how to get in, what to try. */
export function announcement({ port, adminPort, tenant, token, copy, hasRedis, seconds }: Announcement): string {
  const base = `http://127.0.0.1:${port}`;
  return [
    '',
    `  Ready in ${seconds.toFixed(1)} s${copy > 1 ? `, as copy ${copy} of this checkout with data of its own` : ''}.`,
    '',
    `  Form A       ${base}/v1`,
    `  Form B       ${base}/api/v1`,
    `  Reference    ${base}/docs`,
    `  Metrics      http://127.0.0.1:${adminPort}/metrics`,
    `  Demo tenant  ${tenant}`,
    `  Admin token  ${token}`,
    '',
    '  Try:',
    `  curl -H 'Authorization: Bearer ${token}' '${base}/v1/purchase-orders?per_page=3'`,
    '',
    ...(hasRedis ? [] : [`  ${NO_REDIS}`, '']),
    '  Ctrl-C stops it; the data stays for the next start.',
    '',
  ].join('\n');
}
