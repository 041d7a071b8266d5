import cluster from 'node:cluster';
import { type Aggregator, Counter, Gauge, Histogram, collectDefaultMetrics, register } from 'prom-client';
import { joinOthers, metricsOfAll } from './of-all-processes';

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

/** @param aggregator what several processes of an instance come to: by default their sum */
export function gauge<Label extends string = never>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
  aggregator: Aggregator = 'sum',
): Gauge<Label> {
  return shared(name, () => new Gauge<Label>({ name, help, labelNames: labels, aggregator }));
}

/**
 * A gauge whose value is asked for whenever the metrics are.
 * @param read answers the value; of several services in one process, the first one's is asked
 */
export function measured(name: string, help: string, read: () => Promise<number>, aggregator: Aggregator): void {
  shared(
    name,
    () =>
      new Gauge({
        name,
        help,
        aggregator,
        async collect() {
          this.set(await read());
        },
      }),
  );
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
  if (cluster.isWorker) joinOthers();
  gauge('service_processes', 'Processes of this instance that answer').set(1);
  if (register.getSingleMetric('process_cpu_seconds_total')) return;
  collectDefaultMetrics();
  // Several processes show no moment of their start unless it is said which: the instance's is that of its oldest.
  register.removeSingleMetric(START);
  gauge(START, 'Start of the oldest of these processes, in seconds of Unix time', [], 'min').set(
    Math.round(performance.timeOrigin / 1000),
  );
}

const START = 'process_start_time_seconds';

/** The text for `/metrics`, of all processes where there are several, and its content type. */
export async function exposition(): Promise<{ readonly contentType: string; readonly text: string }> {
  const text = await (cluster.isWorker ? metricsOfAll() : register.metrics());
  return { contentType: register.contentType, text };
}

export { answerForAll } from './of-all-processes';
