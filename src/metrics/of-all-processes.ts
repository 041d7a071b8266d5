import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';

/** A process whose answer does not come is dead or stuck; the caller asks again in some seconds. */
const PATIENCE_MILLISECONDS = 6_000;

/** Between a process, which is asked for metrics, and the primary, which alone can gather everybody's. */
interface Message {
  readonly type: 'procurement:metrics';
  readonly id: number;
  readonly text?: string;
}

const isOurs = (message: unknown): message is Message =>
  (message as Partial<Message> | null)?.type === 'procurement:metrics';

/** In the primary: gathers the metrics of all processes whenever one of them asks. */
export function answerForAll(): void {
  const registry = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isOurs(message)) return;
    registry.clusterMetrics().then(
      (text) => worker.isConnected() && worker.send({ ...message, text }),
      () => undefined,
    );
  });
}

let asked = 0;

/** In a process of several: lets the primary ask it. */
export function joinOthers(): void {
  new AggregatorRegistry();
}

/**
 * In a process of several: the metrics of all of them.
 * @throws Error when the primary does not answer in time
 */
export function metricsOfAll(): Promise<string> {
  asked += 1;
  const request: Message = { type: 'procurement:metrics', id: asked };
  return new Promise((resolve, reject) => {
    const hear = (message: unknown): void => {
      if (!isOurs(message) || message.id !== request.id || message.text === undefined) return;
      clearTimeout(timer);
      process.off('message', hear);
      resolve(message.text);
    };
    const timer = setTimeout(() => {
      process.off('message', hear);
      reject(new Error('The metrics of all processes could not be gathered'));
    }, PATIENCE_MILLISECONDS);
    process.on('message', hear);
    process.send?.(request);
  });
}
