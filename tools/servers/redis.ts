import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { endProcess, findProgram, startMark, waitUntil } from './processes';
import { type OwnServer, type RunningServer, startOnFreePort } from './server-process';

/** A Redis or Valkey server. */
export interface RedisServer extends OwnServer {
  /** URL of a logical database. */
  url(database?: number): string;
}

export interface RedisOptions {
  /** Folder of the log, the process record and, if saved, the data. */
  readonly folder: string;
  readonly password: string;
  /** Whether to save data to disk for the next start. */
  readonly keepsData: boolean;
  /** Number of logical databases; default: 16. */
  readonly databases?: number;
  /** Additional configuration lines. */
  readonly settings?: readonly string[];
}

const PROGRAMS = ['redis-server', 'valkey-server'];

/** The first Redis-compatible server in `searchPath`, a PATH; undefined if there is none. */
export function findRedisProgram(searchPath: string): string | undefined {
  return findProgram(PROGRAMS, searchPath);
}

/**
 * Starts a Redis-compatible server on a free port of 127.0.0.1, with a password and without eviction, which would lose
 * jobs of Bull. Reuses a server left running by a killed start.
 * @throws Error with the server's output if it does not start
 */
export async function startRedis(program: string, options: RedisOptions): Promise<RedisServer> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const record = join(options.folder, 'redis.json');
  const leftOver = await findLeftOver(record, options.password);
  if (leftOver !== undefined) return server(leftOver, options.password, record, true);

  const running = await startOnFreePort({
    program,
    args: () => ['-'],
    // Passed on standard input, so that the password appears neither in a file nor in the list of processes.
    input: (port) => configuration(options, port),
    log: join(options.folder, 'redis.log'),
    cwd: options.folder,
    onSpawn: ({ pid, port }) =>
      writeFileSync(record, JSON.stringify({ pid, port, startMark: startMark(pid) }), { mode: 0o600 }),
    isReady: ({ port }) => answers(port, options.password),
  });
  return server(running, options.password, record, false);
}

function configuration(
  { folder, password, keepsData, databases = 16, settings = [] }: RedisOptions,
  port: number,
): string {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass "${password}"`,
    `dir ${JSON.stringify(folder)}`,
    `databases ${databases}`,
    'maxmemory-policy noeviction',
    'save ""',
    `appendonly ${keepsData ? 'yes' : 'no'}`,
    'daemonize no',
    ...settings,
    '',
  ].join('\n');
}

interface RunningRedis extends RunningServer {
  readonly startMark: string | undefined;
}

function server(running: RunningServer, password: string, record: string, takenUp: boolean): RedisServer {
  return {
    pid: running.pid,
    port: running.port,
    takenUp,
    url: (database = 0) => `redis://:${encodeURIComponent(password)}@127.0.0.1:${running.port}/${database}`,
    stop: async () => {
      await endProcess(running.pid, ['SIGTERM', 'SIGKILL']);
      rmSync(record, { force: true });
    },
  };
}

/** Stops a server of this folder left running by a killed start. @throws Error if it does not end */
export async function endLeftOverRedis(folder: string): Promise<void> {
  const found = readRecord(join(folder, 'redis.json'));
  if (found !== undefined) await endProcess(found.pid, ['SIGTERM', 'SIGKILL']);
}

async function findLeftOver(record: string, password: string): Promise<RunningRedis | undefined> {
  const found = readRecord(record);
  if (found === undefined) return undefined;
  if (await waitUntil(() => answers(found.port, password), 5_000)) return found;
  await endProcess(found.pid, ['SIGTERM', 'SIGKILL']);
  return undefined;
}

/** Undefined if the recorded process does not run any more. */
function readRecord(record: string): RunningRedis | undefined {
  if (!existsSync(record)) return undefined;
  const found = JSON.parse(readFileSync(record, 'utf8')) as RunningRedis;
  return found.startMark !== undefined && startMark(found.pid) === found.startMark ? found : undefined;
}

async function answers(port: number, password: string): Promise<boolean> {
  const client = new Redis({ host: '127.0.0.1', port, password, lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return true;
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}
