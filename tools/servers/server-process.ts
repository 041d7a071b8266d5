import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { freePort } from './ports';
import { endProcess, waitUntil } from './processes';
import type { Account } from './unprivileged';

/** How a database server is started. */
export interface ServerLaunch {
  readonly program: string;
  readonly args: (port: number) => readonly string[];
  /** Given on its standard input; nothing is when left out. */
  readonly input?: (port: number) => string;
  /** Where it writes what it has to say; begun anew at each attempt. */
  readonly log: string;
  readonly cwd: string;
  readonly account?: Account | undefined;
  /** Told as soon as the process exists, before it is ready. */
  readonly onSpawn?: (running: RunningServer) => void;
  readonly isReady: (running: RunningServer) => boolean | Promise<boolean>;
}

export interface RunningServer {
  readonly pid: number;
  readonly port: number;
}

/** A server of ours on the loopback address. */
export interface OwnServer extends RunningServer {
  /** It was left running by a start that was killed, and taken up again. */
  readonly takenUp: boolean;
  /** Ends it, open connections included, having saved what it keeps, and waits until it is gone. */
  stop(): Promise<void>;
}

/** A server that was killed replays its log before it is ready. */
export const READY_WITHIN = 120_000;
const PORT_ATTEMPTS = 5;
/** PostgreSQL's words and Redis's when another process took the port between our look and their start. */
const PORT_TAKEN = /could not bind|Address already in use|Failed listening on port/;

/**
 * Starts a server on a free port and waits until it is ready. It outlives us unless it is ended, and is in a session
 * of its own: Ctrl-C in the terminal must reach the service first and its servers last.
 * @throws Error with the server's own words when it does not come up
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
    const said = readFileSync(launch.log, 'utf8').trim();
    if (PORT_TAKEN.test(said) && attempt < PORT_ATTEMPTS) continue;
    throw new Error(`${launch.program} did not start:\n${said || 'It said nothing.'}`);
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
  // One that ends before it has read its input says why in its log, not here.
  child.stdin?.on('error', () => undefined).end(input?.(port));
  const { pid } = child;
  return pid === undefined ? failure : Object.assign(child, { pid });
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/**
 * As Promise.all for two, but waits for the other when one fails: a server that it starts meanwhile must be known, and
 * so be stopped, before anything goes on.
 * @throws the reason of the first that failed
 */
export async function bothOrNeither<A, B>(both: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(both);
  return Promise.all(both);
}
