import type { Params } from 'nestjs-pino';
import cluster from 'node:cluster';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import type { TenantId } from '../../common/records/ids';
import type { Environment } from '../config';
import { currentFacts, type TraceContext } from '../tracing';

const MOST_CAUSES = 5;

/**
 * Structured logs on standard error; tokens, secrets and bank details never reach them. Every line says in which request or job
 * it was written, and in which trace.
 */
export function loggerOptions(environment: Pick<Environment, 'LOG_LEVEL'>): Params {
  const isVerbose = ['debug', 'trace'].includes(environment.LOG_LEVEL);
  return {
    pinoHttp: [
      {
        level: environment.LOG_LEVEL,
        formatters: WORDED_LEVELS,
        // Which of an instance's processes says it, where there are several.
        ...(cluster.worker ? { base: { pid: process.pid, hostname: hostname(), process: cluster.worker.id } } : {}),
        genReqId: (request) => (request as AnsweredRequest).requestId ?? '',
        mixin: () => currentFacts(),
        // Below info a request's line names it in full, parameters' names included.
        quietResLogger: !isVerbose,
        customSuccessObject: (request, response, { responseTime }: Timed) =>
          requestLine(request, response, responseTime),
        customSuccessMessage: requestSentence,
        // Why it failed has been said where it failed; a connection that broke is known by its code.
        customErrorObject: (request, response, error: NodeJS.ErrnoException, { responseTime }: Timed) => ({
          ...requestLine(request, response, responseTime),
          ...(error.code === undefined ? {} : { err: error }),
        }),
        customErrorMessage: requestSentence,
        autoLogging: { ignore: (request) => /^\/(health|metrics|docs)/.test(request.url ?? '') },
        redact: {
          paths: ['*.token', '*.secret', '*.authorization', '*.bank_account', '*.bankAccount'],
          censor: '[redacted]',
        },
        // Each names what may be said; headers, bodies and the values of a database's refusal are not among it.
        wrapSerializers: false,
        serializers: {
          req: (request: LoggedRequest) => ({
            id: request.id,
            method: request.method,
            url: withoutValues(request.originalUrl ?? request.url),
          }),
          res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
          err: (error: unknown) => sayable(error),
        },
        customLogLevel: (_request, response, error) => {
          if (error || response.statusCode >= 500) return 'error';
          return response.statusCode === 429 ? 'warn' : 'info';
        },
      },
      process.stderr,
    ],
  };
}

interface Timed {
  /** Milliseconds. */
  readonly responseTime: number;
}

interface LoggedRequest {
  readonly id: unknown;
  readonly method: string;
  readonly url: string;
  readonly originalUrl?: string;
}

/** The path and the names of its parameters: what is searched for may be an account, and some write tokens there. */
function withoutValues(url: string): string {
  const [path = '', query] = url.split('?', 2);
  if (!query) return path;
  const names = [...new Set(new URLSearchParams(query).keys())].map((name) => encodeURIComponent(name));
  return `${path}?${names.join('&')}`;
}

/** What of an error helps to find its cause. A database's `detail`, `where` and parameters show what is in the rows. */
function sayable(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, table, cause } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    ...(cause === undefined || depth === MOST_CAUSES ? {} : { cause: sayable(cause, depth + 1) }),
  };
}

/** What of a request, once it has passed Express and the guards, goes into its line. */
interface AnsweredRequest extends IncomingMessage {
  readonly requestId?: string;
  readonly trace?: TraceContext | undefined;
  readonly route?: { readonly path: unknown };
  readonly actor?: { readonly tenantId: TenantId; readonly tokenId: number | null };
}

/** What proxies, too, write in their logs for a caller who hung up before it was answered. */
const CLIENT_GONE = 499;

/**
 * One request in the log: who, what, and what came of it. Nothing that a caller wrote is in it but the method.
 * @param duration milliseconds
 */
function requestLine(request: IncomingMessage, response: ServerResponse, duration: number) {
  const { method, route, actor, trace, requestId } = request as AnsweredRequest;
  return {
    trace_id: trace?.traceId,
    span_id: trace?.spanId,
    request_id: requestId,
    tenant: actor?.tenantId ?? null,
    token: actor?.tokenId ?? null,
    method,
    // With the names of its parameters in place of their values; null where no route was found.
    route: typeof route?.path === 'string' ? route.path : null,
    // 499 where the caller hung up before an answer had begun: no status was ever sent.
    status: response.headersSent ? response.statusCode : CLIENT_GONE,
    duration_ms: duration,
    // The caller hung up before the answer was out.
    ...(response.writableFinished ? {} : { aborted: true }),
  };
}

/** The line's message, for who reads along. */
function requestSentence(request: IncomingMessage, response: ServerResponse): string {
  const { method, route, status } = requestLine(request, response, 0);
  return `${method} ${route ?? '(no route)'} ${status}`;
}

/** Pino's levels as words: a collector that does not know its numbers would take every line for the same. */
export const WORDED_LEVELS = { level: (label: string): object => ({ level: label }) };
