import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { freePort } from './ports';
import { endProcess, waitUntil } from './processes';
import type { Account } from './unprivileged';

export interface ServerLaunch {
  readonly program: string;
  readonly args: (port: number) => readonly string[];
  /** Text for its standard input. */
  readonly input?: (port: number) => string;
  /** Log file, overwritten by each attempt. */
  readonly log: string;
  readonly cwd: string;
  readonly account?: Account | undefined;
  /** Called when the process exists, before it is ready. */
  readonly onSpawn?: (running: RunningServer) => void;
  readonly isReady: (running: RunningServer) => boolean | Promise<boolean>;
}

export interface RunningServer {
  readonly pid: number;
  readonly port: number;
}

export interface OwnServer extends RunningServer {
  /** Whether it was left running by a killed start and reused. */
  readonly takenUp: boolean;
  /** Closes connections, saves data, and waits until the process has ended. */
  stop(): Promise<void>;
}

/** A server that was killed replays its log before it is ready. */
export const READY_WITHIN = 120_000;
const PORT_ATTEMPTS = 5;
/** Messages of PostgreSQL and Redis if another process took the port in the meantime. */
const PORT_TAKEN = /could not bind|Address already in use|Failed listening on port/;

/**
 * Starts a server on a free port and waits until it is ready. It runs in a separate session, so that Ctrl-C reaches the
 * service first, and outlives this process unless it is ended.
 * @throws Error with the server's output if it does not start
 */
export async function startOnFreePort(launch: ServerLaunch): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const child = await spawnServer(launch, port);
    const running = { pid: child.pid, port };
    launch.onSpawn?.(running);
    const isReady = async (): Promise<boolean> => !hasEnded(child) && (await launch.isReady(running));
    await waitUntil(async () => hasEnded(child) || (await isReady()), READY_WITHIN);
    if (await isReady()) return running;

    if (!hasEnded(child)) await endProcess(child.pid, ['SIGQUIT', 'SIGKILL']);
    const output = readFileSync(launch.log, 'utf8').trim();
    if (PORT_TAKEN.test(output) && attempt < PORT_ATTEMPTS) continue;
    throw new Error(`${launch.program} did not start:\n${output || 'It said nothing.'}`);
  }
}

async function spawnServer(launch: ServerLaunch, port: number): Promise<ChildProcess & { readonly pid: number }> {
  const { program, input, log, cwd, account } = launch;
  const logFile = openSync(log, 'w', 0o600);
  const child = spawn(program, launch.args(port), {
    ...account,
    cwd,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    detached: true,
    stdio: [input === undefined ? 'ignore' : 'pipe', logFile, logFile],
  });
  closeSync(logFile);
  child.unref();
  const failure = new Promise<never>((_, reject) => child.once('error', reject));
  failure.catch(() => undefined);
  // A process that ends before it has read its input reports the reason in its log.
  child.stdin?.on('error', () => undefined).end(input?.(port));
  const { pid } = child;
  return pid === undefined ? failure : Object.assign(child, { pid });
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Like Promise.all, but waits for both even if one fails, so that a started server can be stopped. */
export async function bothOrNeither<A, B>(both: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(both);
  return Promise.all(both);
}
