import type { TraceContext } from './trace-context';

/** Attributes of a span: ids, names of a closed set and counts, never content. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** With few different values: a route template, or a verb and a table. */
  readonly name: string;
  readonly kind?: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: Attributes;
  /** Traces that caused this one, without being part of it. */
  readonly links?: readonly TraceContext[];
  /** The start in milliseconds since 1970; default now. */
  readonly startedAt?: number;
}

export interface Span {
  readonly context: TraceContext;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param failure only its code or class is recorded, because messages may contain row values */
  end(failure?: unknown): void;
}

export interface Tracer {
  /** @param parent without it a new trace begins */
  start(options: SpanOptions, parent?: TraceContext): Span;
  /** Exports the remaining spans, within a few seconds. Never rejects. */
  stop(): Promise<void>;
}

/** Shared by all services in this process. */
export interface Tracing {
  readonly tracer?: Tracer;
  /** Whether `traceparent` is read from requests and sent to receivers. */
  readonly propagates: boolean;
}

let current: Tracing = { propagates: true };

/** Sets the tracing of this process. Called once, before the service is created. */
export function useTracing(tracing: Tracing): void {
  current = tracing;
}

export const tracing = (): Tracing => current;

/** The error type of a span: the code of a database or system error, else the class; a string is a code. */
export function errorType(failure: unknown): string {
  if (!(failure instanceof Error)) return typeof failure === 'string' ? failure : typeof failure;
  const { code } = failure as Error & { readonly code?: unknown };
  return typeof code === 'string' ? code : failure.name;
}
