import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Published by a running `npm start` for programs such as the tour. */
export interface Running {
  /** `http://127.0.0.1:port`. */
  readonly address: string;
  readonly token: string;
  /** Folder of `cert.pem` and `key.pem`, which the service trusts. */
  readonly certificate: string;
}

const FILE = 'running.json';

/** Writes the file for as long as the service runs. */
export function announceRunning(folder: string, running: Running): () => void {
  const path = join(folder, FILE);
  writeFileSync(path, JSON.stringify(running), { mode: 0o600 });
  return () => rmSync(path, { force: true });
}

/** The first running copy of this checkout, if any. */
export function findRunning(root: string): Running | undefined {
  const states = join(root, '.procurement');
  const copies = existsSync(states) ? readdirSync(states).sort() : [];
  const path = copies.map((copy) => join(states, copy, FILE)).find((candidate) => existsSync(candidate));
  return path === undefined ? undefined : (JSON.parse(readFileSync(path, 'utf8')) as Running);
}

/** One line, for a start without Redis. */
const NO_REDIS =
  'No Redis found: running as a single process, with rate limits and deliveries in it. To get one: ' +
  'apt-get install redis-server (or brew install redis), or set REDIS_URL, and start again.';

/** @param facts.copy 2 or more if other copies of this checkout are running */
export function announcement(
  { address, token }: Running,
  facts: {
    readonly adminPort: number;
    readonly tenant: string;
    /** Admin token of the demo tenant under strict controls. */
    readonly strict?: string | undefined;
    readonly copy: number;
    readonly hasRedis: boolean;
  },
): string {
  const { adminPort, tenant, strict, copy, hasRedis } = facts;
  return [
    '',
    `  Ready in ${process.uptime().toFixed(1)} s${copy > 1 ? `, as copy ${copy} of this checkout with data of its own` : ''}.`,
    '',
    `  Form A       ${address}/v1`,
    `  Form B       ${address}/api/v1`,
    `  Reference    ${address}/docs`,
    `  Metrics      http://127.0.0.1:${adminPort}/metrics`,
    `  Demo tenant  ${tenant}`,
    `  Admin token  ${token}`,
    ...(strict === undefined ? [] : [`  A tenant under strict controls: ${strict}`]),
    '',
    '  Try:',
    `  curl -H 'Authorization: Bearer ${token}' '${address}/v1/purchase-orders?per_page=3'`,
    '',
    ...(hasRedis ? [] : [`  ${NO_REDIS}`, '']),
    '  Ctrl-C stops it; the data stays for the next start.',
    '',
  ].join('\n');
}
