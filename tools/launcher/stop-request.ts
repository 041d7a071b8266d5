import { isAlive } from '../servers/processes';

/** Somebody asked to stop before the start was through. */
export class StopRequested extends Error {
  override readonly name = 'StopRequested';
}

export interface StopRequest {
  /** Aborted at the first request. */
  readonly signal: AbortSignal;
  /** Called when somebody asks again: enough of draining. */
  onImpatience(action: () => void): void;
}

/** npm passes a Ctrl-C on to a child that has had it from the terminal already: two within this time are one request. */
const SAME_REQUEST = 1_500;
const LOOK_FOR_PARENT_EVERY = 500;

/**
 * Listens for SIGINT, SIGTERM and SIGHUP, and for the end of npm where npm started us: killed, it cannot pass any
 * signal on.
 */
export function listenForStop(startedByNpm: boolean): StopRequest {
  const controller = new AbortController();
  const impatient: (() => void)[] = [];
  let first = 0;
  const request = (): void => {
    if (!controller.signal.aborted) {
      first = performance.now();
      controller.abort(new StopRequested('Stopped before it was ready'));
    } else if (performance.now() - first > SAME_REQUEST) {
      for (const action of impatient) action();
    }
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, request);
  if (startedByNpm) {
    const parent = process.ppid;
    setInterval(() => {
      if (!controller.signal.aborted && (process.ppid !== parent || !isAlive(parent))) request();
    }, LOOK_FOR_PARENT_EVERY).unref();
  }
  return { signal: controller.signal, onImpatience: (action) => void impatient.push(action) };
}
