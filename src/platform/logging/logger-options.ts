import type { Params } from 'nestjs-pino';
import cluster from 'node:cluster';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import type { TenantId } from '../../common/records/ids';
import type { Environment } from '../config';
import { currentFacts, type TraceContext } from '../tracing';

const MOST_CAUSES = 5;

/** Structured logs on standard error, without tokens, secrets and bank details. */
export function loggerOptions(environment: Pick<Environment, 'LOG_LEVEL'>): Params {
  const isVerbose = ['debug', 'trace'].includes(environment.LOG_LEVEL);
  return {
    pinoHttp: [
      {
        level: environment.LOG_LEVEL,
        formatters: WORDED_LEVELS,
        // Identifies the process if the instance has several.
        ...(cluster.worker ? { base: { pid: process.pid, hostname: hostname(), process: cluster.worker.id } } : {}),
        genReqId: (request) => (request as AnsweredRequest).requestId ?? '',
        mixin: () => currentFacts(),
        // Below info, the line of a request contains its URL with parameter names.
        quietResLogger: !isVerbose,
        customSuccessObject: (request, response, { responseTime }: Timed) =>
          requestLine(request, response, responseTime),
        customSuccessMessage: requestSentence,
        // The cause was logged where it occurred. A broken connection is identified by its code.
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
        // Each serializer lists the permitted fields: no headers, bodies or values from database errors.
        wrapSerializers: false,
        serializers: {
          req: (request: LoggedRequest) => ({
            id: request.id,
            method: request.method,
            url: withoutValues(request.originalUrl ?? request.url),
          }),
          res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
          err: (error: unknown) => loggable(error),
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

/** Values are dropped: a search text may be an account number, and some callers put tokens there. */
function withoutValues(url: string): string {
  const [path = '', query] = url.split('?', 2);
  if (!query) return path;
  const names = [...new Set(new URLSearchParams(query).keys())].map((name) => encodeURIComponent(name));
  return `${path}?${names.join('&')}`;
}

/** `detail`, `where` and parameters of a database error contain row values, so they are dropped. */
function loggable(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, table, cause } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    ...(cause === undefined || depth === MOST_CAUSES ? {} : { cause: loggable(cause, depth + 1) }),
  };
}

interface AnsweredRequest extends IncomingMessage {
  readonly requestId?: string;
  readonly trace?: TraceContext | undefined;
  readonly route?: { readonly path: unknown };
  readonly actor?: { readonly tenantId: TenantId; readonly tokenId: number | null };
}

/** The status that proxies log, too, for a caller who closed the connection before the response. */
const CLIENT_GONE = 499;

/** Except for the method it contains no text of the caller. @param duration milliseconds */
function requestLine(request: IncomingMessage, response: ServerResponse, duration: number) {
  const { method, route, actor, trace, requestId } = request as AnsweredRequest;
  return {
    trace_id: trace?.traceId,
    span_id: trace?.spanId,
    request_id: requestId,
    tenant: actor?.tenantId ?? null,
    token: actor?.tokenId ?? null,
    method,
    // The route with parameter names, not values; null if no route matched.
    route: typeof route?.path === 'string' ? route.path : null,
    // No status was sent if the caller closed the connection before the response began.
    status: response.headersSent ? response.statusCode : CLIENT_GONE,
    duration_ms: duration,
    // The caller closed the connection before the response was complete.
    ...(response.writableFinished ? {} : { aborted: true }),
  };
}

function requestSentence(request: IncomingMessage, response: ServerResponse): string {
  const { method, route, status } = requestLine(request, response, 0);
  return `${method} ${route ?? '(no route)'} ${status}`;
}

/** Pino's levels as words, because collectors that do not know its numbers would treat all lines alike. */
export const WORDED_LEVELS = { level: (label: string): object => ({ level: label }) };
