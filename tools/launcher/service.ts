import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFree, nextFreePort } from '../servers/ports';
import { waitUntil } from '../servers/processes';
import { hasEnded } from '../servers/server-process';

export interface RunningService {
  readonly port: number;
  /** For health and metrics. */
  readonly adminPort: number;
  /** Exit code of the service; 128 plus the number of a signal that ended it. */
  readonly ended: Promise<number>;
  /** Drains and stops. */
  stop(): Promise<void>;
  kill(): void;
}

const READY_WITHIN = 120_000;
/** Longer than the limits of requests and of deliveries. */
const DRAINED_WITHIN = 60_000;
const PORT_ATTEMPTS = 3;

/** Uses the first free ports from `first` on. @throws Error if the service ends or is not ready in time */
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
    // Wait and check again: another copy may have taken the port first and answered, while this one failed.
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

/** The service ended before it was ready. Its output contains the reason. */
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
  // In a separate session, so that Ctrl-C reaches only the launcher, which drains the service.
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
