import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Login } from './databases';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries';
import { commandLine, endProcess, isAlive, waitUntil } from './processes';
import { type OwnServer, READY_WITHIN, type RunningServer, startOnFreePort } from './server-process';
import { type Account, serverAccount } from './unprivileged';

export interface PostgresServer extends OwnServer {
  /** URL of a database, for the superuser by default. */
  url(database: string, user?: Login): string;
}

export interface PostgresOptions {
  /** Folder of data and log. For root every user must be able to access it, because the server runs as `nobody`. */
  readonly folder: string;
  /** Password of the superuser `postgres`. */
  readonly password: string;
  /** Additional settings of postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly initdbFlags?: readonly string[];
}

/**
 * Starts the embedded PostgreSQL 18 on a free port of 127.0.0.1, with scram passwords and without a socket file.
 * Creates the data if necessary, and reuses a server left running by a killed start.
 * @throws Error with the server's output if it does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const binaries = postgresBinaries();
  const account = serverAccount();
  const { folder, password, initdbFlags } = options;
  const data = await ensureCluster(binaries, folder, account, password, initdbFlags);

  const leftOver = await findLeftOver(data, password);
  if (leftOver !== undefined) return server(leftOver, password, true);

  const settings = Object.entries({ ...OURS, ...options.settings });
  const running = await startOnFreePort({
    program: binaries.postgres,
    args: (port) => [
      '-D',
      data,
      ...[...settings, ['port', port]].flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    log: join(folder, 'postgres.log'),
    cwd: '/',
    account,
    isReady: ({ pid }) => isReady(data, pid),
  });
  return server(running, password, false);
}

/** A socket file in a shared folder could conflict with another server's. */
const OURS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

function isReady(data: string, pid: number): boolean {
  const postmaster = readPostmasterPid(data);
  return postmaster?.pid === pid && postmaster.status === 'ready';
}

function server({ pid, port }: RunningServer, password: string, takenUp: boolean): PostgresServer {
  return {
    pid,
    port,
    takenUp,
    url: (database, user = { name: 'postgres', password }) => addressOf(port, database, user),
    stop: () => stopPostgres(pid),
  };
}

const addressOf = (port: number, database: string, { name, password }: Login): string =>
  `postgres://${name}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT the immediate one. */
const stopPostgres = (pid: number): Promise<void> => endProcess(pid, ['SIGINT', 'SIGQUIT', 'SIGKILL']);

/** Finds a running server of this data that accepts the password. Ends others; deletes a stale `postmaster.pid`. */
async function findLeftOver(data: string, password: string): Promise<Postmaster | undefined> {
  const found = readPostmasterPid(data);
  if (found === undefined) return undefined;
  const runs = (): boolean => isAlive(found.pid) && isServerOf(found.pid, data);
  if (runs()) {
    await waitUntil(() => !runs() || isReady(data, found.pid), READY_WITHIN);
    if (isReady(data, found.pid) && (await answers(found.port, password))) return found;
    if (runs()) await stopPostgres(found.pid);
  }
  rmSync(join(data, 'postmaster.pid'), { force: true });
  return undefined;
}

/** Ends a server that still uses this data. */
export async function endLeftOverPostgres(data: string): Promise<void> {
  const found = readPostmasterPid(data);
  if (found !== undefined && isServerOf(found.pid, data)) await stopPostgres(found.pid);
}

const isServerOf = (pid: number, data: string): boolean => commandLine(pid)?.includes(`-D ${data} `) === true;

async function answers(port: number, password: string): Promise<boolean> {
  const connectionString = addressOf(port, 'postgres', { name: 'postgres', password });
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Contents of `postmaster.pid`. */
interface Postmaster {
  readonly pid: number;
  readonly dataFolder: string;
  readonly port: number;
  /** `starting`, `ready`, `stopping` or `standby`; empty at first. */
  readonly status: string;
}

/** Parses a `postmaster.pid` (see "Database File Layout" of the PostgreSQL manual). Undefined if it is incomplete. */
export function parsePostmasterPid(text: string): Postmaster | undefined {
  const [pid = '', dataFolder = '', , port = '', , , , status = ''] = text.split('\n');
  const numbers = { pid: Number.parseInt(pid, 10), port: Number.parseInt(port, 10) };
  if (!(numbers.pid > 0) || !(numbers.port > 0) || dataFolder === '') return undefined;
  return { ...numbers, dataFolder, status: status.trim() };
}

/** Undefined if the file does not exist. */
function readPostmasterPid(dataFolder: string): Postmaster | undefined {
  try {
    return parsePostmasterPid(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * PostgreSQL's builtin collation is the same on every system. pg_trgm still uses the C library's character classes, and
 * the plain C locale has no Arabic letters.
 */
const LOCALE = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  `--lc-ctype=${process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'}`,
];

/** @throws Error with the output of initdb, or if the data has another major version */
async function ensureCluster(
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
  // Created next to it and renamed, so that a killed start leaves no incomplete cluster.
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
