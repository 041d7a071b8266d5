import type { Environment } from '../config';
import { tracing, useTracing } from './tracer';

export type { TraceContext } from './trace-context';
export { type Span, type SpanOptions, tracing } from './tracer';
export * from './work';

/** Must be called before the service is created. Without an endpoint no part of OpenTelemetry is loaded. */
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

/** Takes a few seconds at most: an unavailable exporter does not delay a stop. Never rejects. */
export async function stopTracing(): Promise<void> {
  await tracing().tracer?.stop();
}

/** The URL for spans: the endpoint for traces unchanged, or a path below the endpoint for all signals. */
function endpointOf(environment: Environment): string | undefined {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces, OTEL_EXPORTER_OTLP_ENDPOINT: all } = environment;
  return traces ?? (all === undefined ? undefined : `${all.replace(/\/$/, '')}/v1/traces`);
}
