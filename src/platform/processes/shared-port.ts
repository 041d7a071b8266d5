import cluster, { type Worker } from 'node:cluster';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Workers close their shared port one after another. When a worker has closed its port, the primary assigns a
 * connection to another worker; when all have, it resets the connection. So only the last worker has to wait for
 * connections.
 */
interface Request {
  readonly type: 'procurement:port';
  readonly id: number;
  /** `claim` waits for the right to close the port. `turn` waits until the primary has polled for connections. */
  readonly asks: 'claim' | 'turn' | 'release';
}

interface Answer {
  readonly type: 'procurement:port';
  readonly answers: number;
  readonly isLast: boolean;
}

const isOurs = (message: unknown): message is Request | Answer =>
  (message as Partial<Request> | null)?.type === 'procurement:port';

let asked = 0;

function ask(asks: Request['asks']): Promise<Answer> {
  asked += 1;
  const request: Request = { type: 'procurement:port', id: asked, asks };
  return new Promise((resolve) => {
    const onMessage = (message: unknown): void => {
      if (!isOurs(message) || !('answers' in message) || message.answers !== request.id) return;
      process.off('message', onMessage);
      resolve(message);
    };
    process.on('message', onMessage);
    process.send?.(request);
  });
}

/** In a worker, or in an instance with one process: the port that it shares with the other workers. */
export const sharedPort = {
  /** Waits until no other worker closes its port; then call `release`. @returns whether this is the last listener */
  async claim(): Promise<boolean> {
    return !cluster.isWorker || (await ask('claim')).isLast;
  },

  /** Resolves when the accepting event loop has polled for connections, and this process has received its share. */
  async turn(): Promise<void> {
    if (cluster.isWorker) await ask('turn');
    await nextTurn();
  },

  /** Permits the next worker to close its port, after late connections have been assigned to other workers. */
  async release(): Promise<void> {
    if (!cluster.isWorker) return;
    await ask('turn');
    await ask('release');
  },
};

/** Runs in the primary: permits workers to close their port one at a time. */
export class PortClosings {
  private readonly waiting: { readonly worker: Worker; readonly id: number }[] = [];
  private closing: Worker | undefined;

  /** @param open ids of the workers that listen; a worker that has closed its port is removed */
  constructor(private readonly open: Set<number>) {}

  message(worker: Worker, message: unknown): void {
    if (!isOurs(message) || !('asks' in message)) return;
    const { id, asks } = message;
    if (asks === 'claim') {
      this.waiting.push({ worker, id });
      this.next();
    } else if (asks === 'turn') {
      // Between two immediates, the event loop polls for connections.
      setImmediate(() => setImmediate(() => this.answer(worker, id)));
    } else {
      this.answer(worker, id);
      this.ended(worker);
    }
  }

  ended(worker: Worker): void {
    this.open.delete(worker.id);
    if (this.closing !== worker) return;
    this.closing = undefined;
    this.next();
  }

  private next(): void {
    if (this.closing) return;
    const next = this.waiting.shift();
    if (!next) return;
    this.closing = next.worker;
    if (!next.worker.isConnected()) this.ended(next.worker);
    else this.answer(next.worker, next.id);
  }

  private answer(worker: Worker, id: number): void {
    const isLast = ![...this.open].some((other) => other !== worker.id);
    if (worker.isConnected()) worker.send({ type: 'procurement:port', answers: id, isLast } satisfies Answer);
  }
}
