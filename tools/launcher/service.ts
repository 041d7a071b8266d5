import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFree, nextFreePort } from '../servers/ports';
import { waitUntil } from '../servers/processes';
import { hasEnded } from '../servers/server-process';

/** The service, ready to answer. */
export interface RunningService {
  readonly port: number;
  /** Of health and metrics. */
  readonly adminPort: number;
  /** Its exit code once it ends; 128 and the signal's number when a signal ended it. */
  readonly ended: Promise<number>;
  /** Lets it finish what it is at. */
  stop(): Promise<void>;
  /** Ends it on the spot. */
  kill(): void;
}

const READY_WITHIN = 120_000;
/** A request in flight and a delivery are both bounded; this is longer than either. */
const DRAINED_WITHIN = 60_000;
const PORT_ATTEMPTS = 3;

/**
 * Starts the service on the first free ports from `first` on, and waits until it says that it is ready.
 * @param dist the compiled project
 * @throws Error when it ends or stays silent before that
 */
export async function startService(
  dist: string,
  env: NodeJS.ProcessEnv,
  first: { readonly port: number; readonly adminPort: number },
  abort: AbortSignal,
): Promise<RunningService> {
  for (let attempt = 1; ; attempt += 1) {
    abort.throwIfAborted();
    const port = await nextFreePort(first.port);
    const adminPort = await nextFreePort(first.adminPort, [port]);
    const service = spawnService(dist, env, { port, adminPort });
    await waitUntil(async () => abort.aborted || hasEnded(service.child) || (await isReady(adminPort)), READY_WITHIN);
    // A moment more: another copy that took the port first would have answered in its place, while this one gave up.
    await sleep(200);
    if (!abort.aborted && !hasEnded(service.child) && (await isReady(adminPort))) return service;

    const endedEarly = hasEnded(service.child);
    await service.stop();
    abort.throwIfAborted();
    if (!endedEarly) throw new Error(`The service was not ready within ${READY_WITHIN / 1000} s`);
    const lostAPort = !(await isFree(port)) || !(await isFree(adminPort));
    if (!lostAPort || attempt === PORT_ATTEMPTS) throw new ServiceEnded(await service.ended);
  }
}

/** The service ended before it was ready; what it printed says why. */
export class ServiceEnded extends Error {
  override readonly name = 'ServiceEnded';

  constructor(readonly exitCode: number) {
    super(`The service ended with exit code ${exitCode} before it was ready`);
  }
}

function spawnService(
  dist: string,
  env: NodeJS.ProcessEnv,
  ports: Pick<RunningService, 'port' | 'adminPort'>,
): RunningService & { child: ChildProcess } {
  // In a session of its own: Ctrl-C in the terminal reaches the launcher alone, which then asks the service to drain.
  const child = spawn(process.execPath, ['--require', join(__dirname, 'end-with-parent.cjs'), join(dist, 'main.js')], {
    env: { ...env, PORT: String(ports.port), ADMIN_PORT: String(ports.adminPort) },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
  ended.catch(() => undefined);
  return {
    child,
    ...ports,
    ended,
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      child.kill('SIGTERM');
      const tooLong = setTimeout(() => child.kill('SIGKILL'), DRAINED_WITHIN);
      await ended.catch(() => undefined);
      clearTimeout(tooLong);
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(5_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
