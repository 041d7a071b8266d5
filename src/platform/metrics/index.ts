import cluster, { type Worker } from 'node:cluster';
import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  Gauge,
  Histogram,
  collectDefaultMetrics,
  register,
} from 'prom-client';
import { serviceVersion } from '../config';

/** Several services in one process (tests) share their metrics. */
function shared<M>(name: string, create: () => M): M {
  return (register.getSingleMetric(name) as M | undefined) ?? create();
}

export function counter<Label extends string = never>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): Counter<Label> {
  return shared(name, () => new Counter<Label>({ name, help, labelNames: labels }));
}

/** A counter with one label whose series all start at 0: Prometheus sees no increase when a series first appears. */
export function counterBy<Value extends string>(
  name: string,
  help: string,
  label: string,
  values: readonly Value[],
): { readonly inc: (value: Value) => void } {
  const all = counter<string>(name, help, [label]);
  for (const value of values) all.inc({ [label]: value }, 0);
  return { inc: (value) => all.inc({ [label]: value }) };
}

/** @param aggregator combines the values of several processes; the sum by default */
export function gauge<Label extends string = never>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
  aggregator: Aggregator = 'sum',
): Gauge<Label> {
  return shared(name, () => new Gauge<Label>({ name, help, labelNames: labels, aggregator }));
}

export interface Reading<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

/** Read at every scrape; a series that is no longer returned disappears. @param read the first service's is used */
export function readings<Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[],
  read: () => readonly Reading<Label>[] | Promise<readonly Reading<Label>[]>,
  aggregator: Aggregator = 'sum',
): void {
  shared(
    name,
    () =>
      new Gauge<Label>({
        name,
        help,
        labelNames: labels,
        aggregator,
        async collect() {
          const all = await read();
          this.reset();
          for (const one of all) this.set(one.labels, one.value);
        },
      }),
  );
}

type Condition = () => Promise<boolean>;

/** By metric name. A sandbox starts a second service to reset its tenants; tests run several. */
const conditions = new Map<string, Set<Condition>>();

/** 1 if the condition is true in every service and process, else 0. @returns a function that removes the condition */
export function showCondition(name: string, help: string, holds: Condition): () => void {
  const all = conditions.get(name) ?? new Set();
  conditions.set(name, all.add(holds));
  const read = async (): Promise<Reading<never>[]> => {
    const states = await Promise.all([...all].map((one) => one()));
    return [{ labels: {}, value: states.every(Boolean) ? 1 : 0 }];
  };
  readings(name, help, [], read, 'min');
  return () => all.delete(holds);
}

/** @param buckets in the unit at the end of the name */
export function histogram<Label extends string = never>(
  name: string,
  help: string,
  buckets: readonly number[],
  labels: readonly Label[] = [],
): Histogram<Label> {
  return shared(name, () => new Histogram<Label>({ name, help, buckets: [...buckets], labelNames: labels }));
}

/** Memory, CPU, event loop and garbage collection of the process. May be called several times. */
export function collectProcessMetrics(): void {
  // Lets the primary request the metrics of this process.
  if (cluster.isWorker) new AggregatorRegistry();
  gauge('service_processes', 'Processes of this instance that answer').set(1);
  gauge('service_build_info', '1, with the versions of the service and of Node', ['version', 'node'], 'max').set(
    { version: serviceVersion(), node: process.versions.node },
    1,
  );
  if (register.getSingleMetric('process_cpu_seconds_total')) return;
  collectDefaultMetrics();
  for (const name of MISNAMED) register.removeSingleMetric(name);
  // By default the start time has no series with several processes. The instance reports that of its oldest process.
  register.removeSingleMetric(START);
  gauge(START, 'Start of the oldest of these processes, in seconds of Unix time', [], 'min').set(
    Math.round(performance.timeOrigin / 1000),
  );
}

const START = 'process_start_time_seconds';

/** Gauges with a counter's suffix, which `promtool check metrics` rejects. Other series report the same per type. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** The text of `/metrics` over all processes of the instance, and its content type. */
export async function exposition(): Promise<{ readonly contentType: string; readonly text: string }> {
  const text = await (cluster.isWorker ? metricsOfAll() : register.metrics());
  return { contentType: register.contentType, text };
}

/** A process that does not answer in this time is dead or stuck. The next scrape tries again. */
const PATIENCE_MILLISECONDS = 6_000;

/** A message between the scraped process and the primary, which alone can collect the metrics of all processes. */
interface Message {
  readonly type: 'procurement:metrics';
  readonly id: number;
  readonly text?: string;
}

const isOurs = (message: unknown): message is Message =>
  (message as Partial<Message> | null)?.type === 'procurement:metrics';

/** Runs in the primary: collects the metrics of all processes when a process requests them. */
export function answerForAll(): void {
  const registry = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isOurs(message)) return;
    registry
      .clusterMetrics()
      .then((text) => worker.isConnected() && worker.send({ ...message, text }))
      .catch(() => undefined);
  });
}

let asked = 0;

/** Requests the metrics of all processes from the primary. @throws Error when it does not answer in time */
function metricsOfAll(): Promise<string> {
  asked += 1;
  const request: Message = { type: 'procurement:metrics', id: asked };
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown): void => {
      if (!isOurs(message) || message.id !== request.id || message.text === undefined) return;
      clearTimeout(timer);
      process.off('message', onMessage);
      resolve(message.text);
    };
    const timer = setTimeout(() => {
      process.off('message', onMessage);
      reject(new Error('The metrics of all processes could not be gathered'));
    }, PATIENCE_MILLISECONDS);
    process.on('message', onMessage);
    process.send?.(request);
  });
}
