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

/**
 * Metrics of the process-wide Prometheus registry. Asking twice for a name answers the same metric, so that several
 * services in one process (tests) share them.
 */
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

/** A counter by one label, each of whose values is shown from the start: Prometheus does not see a series' rise from nothing. */
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

/** @param aggregator what several processes of an instance come to: by default their sum */
export function gauge<Label extends string = never>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
  aggregator: Aggregator = 'sum',
): Gauge<Label> {
  return shared(name, () => new Gauge<Label>({ name, help, labelNames: labels, aggregator }));
}

/** One series of a gauge: its labels, and its value. */
export interface Reading<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

/**
 * A gauge whose series are asked for whenever the metrics are. What is not answered any more has no series.
 * @param read of several services in one process, the first one's is asked
 */
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

/** The condition of every service in this process, by the metric: a sandbox starts one more to reset its tenants, tests run several. */
const conditions = new Map<string, Set<Condition>>();

/**
 * A gauge that is 1 while the condition holds in every service and process, else 0. It is asked for whenever the metrics are.
 * @returns what takes the condition out again
 */
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

/** @param buckets upper bounds, in the unit the name ends in */
export function histogram<Label extends string = never>(
  name: string,
  help: string,
  buckets: readonly number[],
  labels: readonly Label[] = [],
): Histogram<Label> {
  return shared(name, () => new Histogram<Label>({ name, help, buckets: [...buckets], labelNames: labels }));
}

/** Memory, CPU, event loop and garbage collection of the process; harmless to ask for twice. */
export function collectProcessMetrics(): void {
  // Lets the primary ask this process.
  if (cluster.isWorker) new AggregatorRegistry();
  gauge('service_processes', 'Processes of this instance that answer').set(1);
  gauge('service_build_info', '1, with the versions of the service and of Node', ['version', 'node'], 'max').set(
    { version: serviceVersion(), node: process.versions.node },
    1,
  );
  if (register.getSingleMetric('process_cpu_seconds_total')) return;
  collectDefaultMetrics();
  for (const name of MISNAMED) register.removeSingleMetric(name);
  // Several processes show no moment of their start unless it is said which: the instance's is that of its oldest.
  register.removeSingleMetric(START);
  gauge(START, 'Start of the oldest of these processes, in seconds of Unix time', [], 'min').set(
    Math.round(performance.timeOrigin / 1000),
  );
}

const START = 'process_start_time_seconds';

/** Gauges of prom-client that end as counters do, which `promtool check metrics` refuses; each kind has a series of its own besides. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** The text for `/metrics`, of all processes where there are several, and its content type. */
export async function exposition(): Promise<{ readonly contentType: string; readonly text: string }> {
  const text = await (cluster.isWorker ? metricsOfAll() : register.metrics());
  return { contentType: register.contentType, text };
}

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
    registry
      .clusterMetrics()
      .then((text) => worker.isConnected() && worker.send({ ...message, text }))
      .catch(() => undefined);
  });
}

let asked = 0;

/**
 * In a process of several: the metrics of all of them.
 * @throws Error when the primary does not answer in time
 */
function metricsOfAll(): Promise<string> {
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
