import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './postgres-binaries';
import type { Account } from './unprivileged';

/**
 * PostgreSQL compares by its own rules, the same on every system. The C library's character classes are still what
 * pg_trgm asks, and its plain C locale knows no Arabic letter.
 */
const LOCALE = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  `--lc-ctype=${process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'}`,
];

/**
 * The data folder of a cluster, created when it is not there yet with the superuser `postgres`.
 * @param folder holds `data/`; the account that owns it must be able to reach it
 * @param password of the superuser, asked on every connection
 * @throws Error with what initdb said, or when the data is of another major version
 */
export async function ensureCluster(
  binaries: PostgresBinaries,
  folder: string,
  account: Account | undefined,
  password: string,
  flags: readonly string[] = [],
): Promise<string> {
  const data = join(folder, 'data');
  if (existsSync(data)) {
    assertSameMajor(data, binaries.version);
    return data;
  }
  // Created beside and moved into place: a start that was killed half way leaves no half cluster behind.
  const beside = join(folder, 'data.creating');
  const passwordFile = join(folder, 'password');
  rmSync(beside, { recursive: true, force: true });
  mkdirSync(beside, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account !== undefined) {
    for (const path of [beside, passwordFile]) chownSync(path, account.uid, account.gid);
  }
  try {
    await initdb(binaries.initdb, account, [`--pgdata=${beside}`, `--pwfile=${passwordFile}`, ...flags]);
    renameSync(beside, data);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  return data;
}

function assertSameMajor(data: string, version: string): void {
  const major = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version.split('.')[0] === major) return;
  throw new Error(
    `${data} is of PostgreSQL ${major}, this is ${version}: remove .procurement to begin again with empty data`,
  );
}

async function initdb(program: string, account: Account | undefined, flags: readonly string[]): Promise<void> {
  const all = ['--username=postgres', '--auth=scram-sha-256', ...LOCALE, ...flags];
  try {
    await promisify(execFile)(program, all, { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`PostgreSQL's data could not be created: ${stderr?.trim() || message}`, { cause: error });
  }
}
