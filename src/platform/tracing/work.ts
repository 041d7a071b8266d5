import { AsyncLocalStorage } from 'node:async_hooks';
import { TimeBudget } from './time-budget';
import { formatTraceparent, parseTraceparent, type TraceContext } from './trace-context';
import { type Span, type SpanOptions, tracing } from './tracer';

/** Context values by their names in log lines. Null and undefined are omitted. */
export type Facts = Readonly<Record<string, string | number | null | undefined>>;

interface Work {
  /** null for a job, because no client waits for it. */
  readonly requestId: string | null;
  readonly job?: string;
  /** Called for each log line and span, because a request gets its tenant and route later. */
  readonly facts: () => Facts;
  readonly trace: TraceContext | undefined;
  /** Only if it is exported. */
  readonly span: Span | undefined;
  /** The database time; undefined without a limit, as for jobs. */
  readonly budget?: TimeBudget | undefined;
}

/** Database time. */
const REQUEST_MILLISECONDS = 15_000;

/** One per process: up to Node 23 every AsyncLocalStorage slows down each promise. */
const works = new AsyncLocalStorage<Work>();

const NO_FACTS = (): Facts => ({});

interface Arrival {
  readonly facts?: () => Facts;
  /** The header as received; it only correlates, and grants nothing. */
  readonly traceparent?: unknown;
  readonly span?: SpanOptions | undefined;
  /** Database time; default 15 s. */
  readonly milliseconds?: number;
}

/**
 * Runs the work of an HTTP request with the database limits of requests. All other work (timers, queues and commands)
 * is a job and has higher limits.
 * @param id the request id in the response and the log
 * @param work gets the request's trace and span, and ends the span
 */
export function asRequest<T>(
  id: string,
  work: (trace: TraceContext | undefined, span: Span | undefined) => T,
  { facts = NO_FACTS, traceparent, span: options, milliseconds = REQUEST_MILLISECONDS }: Arrival = {},
): T {
  const { tracer, propagates } = tracing();
  const caller = propagates ? parseTraceparent(traceparent) : undefined;
  const span = options && tracer?.start(options, caller);
  const trace = span?.context ?? caller;
  const budget = new TimeBudget(milliseconds);
  return works.run({ requestId: id, facts, trace, span: exported(span), budget }, () => work(trace, span));
}

/** A job that a request starts has a separate trace. @param facts a job inside a job has the context of both */
export function asJob<T>(job: string, facts: Facts, work: () => T): T {
  const outer = works.getStore();
  const isInside = outer?.requestId === null;
  const all = isInside ? { ...outer.facts(), ...facts } : facts;
  const { trace, span } = isInside ? outer : { trace: undefined, span: undefined };
  return works.run({ requestId: null, job, facts: () => all, trace, span }, work);
}

/** Runs part of the work with additional context, such as the tenant in a job for all tenants. */
export function withFacts<T>(facts: Facts, work: () => T): T {
  const current = works.getStore();
  if (!current) return work();
  return works.run({ ...current, facts: () => ({ ...current.facts(), ...facts }) }, work);
}

interface Origin {
  /** As stored with the job; null if the cause was not traced. */
  readonly traceparent: string | null;
  /** True: the job is part of that trace. False: it has a separate trace with a link to that one. */
  readonly continues: boolean;
}

/** Runs a job's work in a span of the trace that caused it, or of a new trace with a link to it. */
export function inTraceOf<T>(origin: Origin, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const current = works.getStore() ?? { requestId: null, facts: NO_FACTS };
  const { tracer } = tracing();
  const cause = parseTraceparent(origin.traceparent);
  if (!tracer) return works.run({ ...current, trace: cause, span: undefined }, work);
  const isPart = origin.continues && cause !== undefined;
  const links = !isPart && cause ? [cause] : [];
  return within(current, tracer.start({ ...options, links }, isPart ? cause : undefined), work);
}

/** Only runs the work if spans are not exported. @param options called only if a span is created */
export function inSpan<T>(options: () => SpanOptions, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  const current = works.getStore();
  const span = current?.span && startSpan(options());
  return span ? within(current, span, work) : work(undefined);
}

/** Starts a child span that the caller must end. @returns undefined if spans are not exported */
export function startSpan(options: SpanOptions): Span | undefined {
  const current = works.getStore();
  if (!current?.span) return undefined;
  const { tenant } = current.facts();
  const span = tracing().tracer?.start(options, current.span.context);
  if (typeof tenant === 'string') span?.set({ 'tenant.id': tenant });
  return span;
}

/** Infinity for a job and under {@link withoutLimit}. Every wait must end after this time with 503. */
export const remainingTime = (): number => works.getStore()?.budget?.remaining ?? Infinity;

/** Runs work that waits for or uses the database, and counts its time against the request. */
export function inRequestTime<T>(work: () => Promise<T>): Promise<T> {
  const budget = works.getStore()?.budget;
  return budget ? budget.spend(work) : work();
}

/** Runs work such as a report, in which only each statement has a limit. */
export function withoutLimit<T>(work: () => T): T {
  const current = works.getStore();
  return current?.budget ? works.run({ ...current, budget: undefined }, work) : work();
}

export const currentRequestId = (): string | null => works.getStore()?.requestId ?? null;

/** The header `traceparent` for subsequent work; null without a trace. */
export function currentTraceparent(): string | null {
  const trace = works.getStore()?.trace;
  return trace && tracing().propagates ? formatTraceparent(trace) : null;
}

/** The context in every log line of the current work. A new object each time. */
export function currentFacts(): Facts {
  const work = works.getStore();
  if (!work) return {};
  const { trace, requestId, job } = work;
  const named = { trace_id: trace?.traceId, span_id: trace?.spanId, request_id: requestId, job, ...work.facts() };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value != null));
}

async function within<T>(current: Pick<Work, 'requestId' | 'facts'>, span: Span, work: (span: Span) => Promise<T>) {
  const { tenant } = current.facts();
  if (typeof tenant === 'string') span.set({ 'tenant.id': tenant });
  try {
    const result = await works.run({ ...current, trace: span.context, span: exported(span) }, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

const exported = (span: Span | undefined): Span | undefined => (span?.context.isSampled ? span : undefined);
