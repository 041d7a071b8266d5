/** Which request or job runs, in which trace: for the log, for spans and for whoever the work is handed to. */
export { startTracing, stopTracing } from './start-tracing';
export type { TraceContext } from './trace-context';
export { type Span, type SpanOptions, tracing } from './tracer';
export * from './work';
