import type { Environment } from '../config';
import { tracing, useTracing } from './tracer';

/** Which request or job runs, in which trace: for the log, for spans and for whoever the work is handed to. */
export type { TraceContext } from './trace-context';
export { type Span, type SpanOptions, tracing } from './tracer';
export * from './work';

/**
 * Starts tracing where the environment names an endpoint, before the service is made. Nothing of OpenTelemetry is loaded
 * otherwise.
 */
export async function startTracing(environment: Environment): Promise<void> {
  const propagates = environment.OTEL_PROPAGATORS.includes('tracecontext');
  const url = endpointOf(environment);
  if (url === undefined || environment.OTEL_SDK_DISABLED) {
    useTracing({ propagates });
    return;
  }
  const { openTelemetry } = await import('./open-telemetry/open-telemetry.js');
  useTracing({ tracer: openTelemetry(environment, url), propagates });
}

/** Exports what is left, in a few seconds at most: an exporter that is away does not hold up a stop. Never rejects. */
export async function stopTracing(): Promise<void> {
  await tracing().tracer?.stop();
}

/** Where spans are sent: the address for traces as it stands, or below the address for all signals. */
function endpointOf(environment: Environment): string | undefined {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces, OTEL_EXPORTER_OTLP_ENDPOINT: all } = environment;
  return traces ?? (all === undefined ? undefined : `${all.replace(/\/$/, '')}/v1/traces`);
}
