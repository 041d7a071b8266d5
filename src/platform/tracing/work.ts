import { AsyncLocalStorage } from 'node:async_hooks';
import { TimeBudget } from './time-budget';
import { formatTraceparent, parseTraceparent, type TraceContext } from './trace-context';
import { type Span, type SpanOptions, tracing } from './tracer';

/** What a piece of work is known by, as its lines in the log call it. What is null or undefined is left out. */
export type Facts = Readonly<Record<string, string | number | null | undefined>>;

/** The work of a request or a job, as far as the log, the traces and the database's time limits ask about it. */
interface Work {
  /** null: a job, for which nobody waits. */
  readonly requestId: string | null;
  readonly job?: string;
  /** Asked when a line is written or a span begins: a request learns its tenant and route on its way. */
  readonly facts: () => Facts;
  readonly trace: TraceContext | undefined;
  /** The span of the work, where it is exported. */
  readonly span: Span | undefined;
  /** The time that it has for the database; undefined without a limit, as for jobs. */
  readonly budget?: TimeBudget | undefined;
}

/** How long a request may wait for and use the database in all, in milliseconds. */
const REQUEST_MILLISECONDS = 15_000;

/** One for the process, and for all that asks which work runs: up to Node 23 every promise costs a step for each. */
const works = new AsyncLocalStorage<Work>();

const NO_FACTS = (): Facts => ({});

/** How a request arrived, beside its id. */
interface Arrival {
  readonly facts?: () => Facts;
  /** The header as it came; it correlates and allows nothing. */
  readonly traceparent?: unknown;
  /** The span to start; none for what is not traced. */
  readonly span?: SpanOptions | undefined;
  /** The time that it has for the database, in milliseconds; 15 s when left out. */
  readonly milliseconds?: number;
}

/**
 * Runs the work of an HTTP request, whose caller is waiting: what it asks of the database has the limits of requests.
 * Everything else, timers, queues and commands, is a job and has longer ones.
 * @param id the request's, as it is answered and logged
 * @param work is given the request's trace and span, and ends the span
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

/**
 * Runs the work of a job. A job that a request has started is none of the request's: it has its own trace and lines.
 * @param job what it is called in the log
 * @param facts what it is of; a job inside a job has the facts of both
 */
export function asJob<T>(job: string, facts: Facts, work: () => T): T {
  const outer = works.getStore();
  const isInside = outer?.requestId === null;
  const all = isInside ? { ...outer.facts(), ...facts } : facts;
  const { trace, span } = isInside ? outer : { trace: undefined, span: undefined };
  return works.run({ requestId: null, job, facts: () => all, trace, span }, work);
}

/** Runs a part of the work that has more facts: the tenant of a job for all tenants, say. */
export function withFacts<T>(facts: Facts, work: () => T): T {
  const current = works.getStore();
  if (!current) return work();
  return works.run({ ...current, facts: () => ({ ...current.facts(), ...facts }) }, work);
}

/** The trace that a job comes from. */
interface Origin {
  /** As it was kept beside the job; null where nothing was traced. */
  readonly traceparent: string | null;
  /** True: the job is part of that trace. False: it has a trace of its own, which links to that one. */
  readonly continues: boolean;
}

/** Runs work of a job in a span of the trace that caused it, or of one that links to it. */
export function inTraceOf<T>(origin: Origin, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const current = works.getStore() ?? { requestId: null, facts: NO_FACTS };
  const { tracer } = tracing();
  const cause = parseTraceparent(origin.traceparent);
  if (!tracer) return works.run({ ...current, trace: cause, span: undefined }, work);
  const isPart = origin.continues && cause !== undefined;
  const links = !isPart && cause ? [cause] : [];
  return within(current, tracer.start({ ...options, links }, isPart ? cause : undefined), work);
}

/**
 * Runs work in a span below the present one, where there is one that is exported; else just runs it.
 * @param options asked only where there is
 */
export function inSpan<T>(options: () => SpanOptions, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  const current = works.getStore();
  const span = current?.span && startSpan(options());
  return span ? within(current, span, work) : work(undefined);
}

/**
 * Starts a span below the present one for a call that asks for no spans itself. Whoever starts it ends it.
 * @returns undefined where nothing is exported: then nothing was done
 */
export function startSpan(options: SpanOptions): Span | undefined {
  const current = works.getStore();
  if (!current?.span) return undefined;
  const { tenant } = current.facts();
  const span = tracing().tracer?.start(options, current.span.context);
  if (typeof tenant === 'string') span?.set({ 'tenant.id': tenant });
  return span;
}

/**
 * How many milliseconds the request whose work runs now may still wait for or use the database; zero or less when its time is over,
 * Infinity for a job and for work under {@link withoutLimit}. Whoever begins a wait gives up after this time, with 503.
 */
export const remainingTime = (): number => works.getStore()?.budget?.remaining ?? Infinity;

/** Runs work that waits for or uses the database, and counts it against the time of its request. */
export function inRequestTime<T>(work: () => Promise<T>): Promise<T> {
  const budget = works.getStore()?.budget;
  return budget ? budget.spend(work) : work();
}

/** Runs a part of a request that may use the database for longer, as a report does: each of its statements has its own limit. */
export function withoutLimit<T>(work: () => T): T {
  const current = works.getStore();
  return current?.budget ? works.run({ ...current, budget: undefined }, work) : work();
}

/** The id of the request whose work runs now; null for a job. */
export const currentRequestId = (): string | null => works.getStore()?.requestId ?? null;

/** The header `traceparent` for whoever goes on with this work; null where there is no trace. */
export function currentTraceparent(): string | null {
  const trace = works.getStore()?.trace;
  return trace && tracing().propagates ? formatTraceparent(trace) : null;
}

/** What every line of the log says of the work that it was written in. A new object each time. */
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
