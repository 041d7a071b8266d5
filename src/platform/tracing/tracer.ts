import type { TraceContext } from './trace-context';

/** What a span tells beside its name and times. Values are ids, names of a closed set and counts: never content. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span that is to be started. */
export interface SpanOptions {
  /** Of few different values: a route's template, a verb and a table. */
  readonly name: string;
  readonly kind?: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: Attributes;
  /** Traces that this one follows from without being part of them. */
  readonly links?: readonly TraceContext[];
  /** When it began, in milliseconds since 1970; now when left out. */
  readonly startedAt?: number;
}

/** A span that has been started and not ended. */
export interface Span {
  readonly context: TraceContext;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param failure what the work failed with: its code or class alone is told, for messages may quote what is in the rows */
  end(failure?: unknown): void;
}

/** What makes spans and exports them. */
export interface Tracer {
  /** @param parent the span above; a trace begins when left out */
  start(options: SpanOptions, parent?: TraceContext): Span;
  /** Exports what is left, in a few seconds at most. Never rejects. */
  stop(): Promise<void>;
}

/** How this process traces: settings of the process, not of a service in it. */
export interface Tracing {
  /** None where no endpoint is configured. */
  readonly tracer?: Tracer;
  /** Whether `traceparent` is read from requests and sent to receivers. */
  readonly propagates: boolean;
}

let current: Tracing = { propagates: true };

/** Sets how this process traces. Called once, before the service is made. */
export function useTracing(tracing: Tracing): void {
  current = tracing;
}

export const tracing = (): Tracing => current;

/** A failure as a span tells it: the code that a database or a system gives it, else its class; a text is a code. */
export function errorType(failure: unknown): string {
  if (!(failure instanceof Error)) return typeof failure === 'string' ? failure : typeof failure;
  const { code } = failure as Error & { readonly code?: unknown };
  return typeof code === 'string' ? code : failure.name;
}
