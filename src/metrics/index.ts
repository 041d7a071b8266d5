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
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
}

/** The text for `/metrics`, of all processes where there are several, and its content type. */
export async function exposition(): Promise<{ readonly contentType: string; readonly text: string }> {
  const text = await (cluster.isWorker ? metricsOfAll() : register.metrics());
  return { contentType: register.contentType, text };
}

export { answerForAll } from './of-all-processes';
