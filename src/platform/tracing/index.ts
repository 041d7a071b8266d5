import type { Environment } from '../config';
import { tracing, useTracing } from './tracer';

/** The context of the current request or job and its trace, for the log, spans and subsequent work. */
export type { TraceContext } from './trace-context';
export { type Span, type SpanOptions, tracing } from './tracer';
export * from './work';

/**
 * Starts tracing if the environment has an endpoint, before the service is created. Otherwise no part of OpenTelemetry
 * is loaded.
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

/** Exports the remaining spans, within a few seconds: an unavailable exporter does not delay a stop. Never rejects. */
export async function stopTracing(): Promise<void> {
  await tracing().tracer?.stop();
}

/** The URL for spans: the endpoint for traces unchanged, or a path below the endpoint for all signals. */
function endpointOf(environment: Environment): string | undefined {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces, OTEL_EXPORTER_OTLP_ENDPOINT: all } = environment;
  return traces ?? (all === undefined ? undefined : `${all.replace(/\/$/, '')}/v1/traces`);
}
