import { Counter, Gauge, Histogram, collectDefaultMetrics, register } from 'prom-client';

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

export function gauge<Label extends string = never>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): Gauge<Label> {
  return shared(name, () => new Gauge<Label>({ name, help, labelNames: labels }));
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
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
}

/** The registry's text, and its content type, for `/metrics`. */
export async function exposition(): Promise<{ readonly contentType: string; readonly text: string }> {
  return { contentType: register.contentType, text: await register.metrics() };
}
