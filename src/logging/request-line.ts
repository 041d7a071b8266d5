import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TenantId } from '../common/records/ids';

/** What of a request, once it has passed Express and the guards, goes into its line. */
interface AnsweredRequest extends IncomingMessage {
  readonly route?: { readonly path: unknown };
  readonly actor?: { readonly tenantId: TenantId; readonly tokenId: number | null };
}

/** What Nest leaves as the route of a request that only its middleware has seen. */
const NO_ROUTE = '/{*path}';

/** What proxies, too, write in their logs for a caller who hung up before it was answered. */
const CLIENT_GONE = 499;

/** One request in the log: who, what, and what came of it. Nothing that a caller wrote is in it but the method. */
export interface RequestLine {
  readonly tenant: string | null;
  readonly token: number | null;
  readonly method: string | undefined;
  /** With the names of its parameters in place of their values; null where no route was found. */
  readonly route: string | null;
  /** 499 where the caller hung up before an answer had begun: no status was ever sent. */
  readonly status: number;
  readonly duration_ms: number;
  /** The caller hung up before the answer was out. */
  readonly aborted?: true;
}

/** @param duration milliseconds */
export function requestLine(request: IncomingMessage, response: ServerResponse, duration: number): RequestLine {
  const { method, route, actor } = request as AnsweredRequest;
  return {
    tenant: actor?.tenantId ?? null,
    token: actor?.tokenId ?? null,
    method,
    route: typeof route?.path === 'string' && route.path !== NO_ROUTE ? route.path : null,
    status: response.headersSent ? response.statusCode : CLIENT_GONE,
    duration_ms: duration,
    ...(response.writableFinished ? {} : { aborted: true }),
  };
}

/** The line's message, for who reads along. */
export function requestSentence(request: IncomingMessage, response: ServerResponse): string {
  const { method, route, status } = requestLine(request, response, 0);
  return `${method} ${route ?? '(no route)'} ${status}`;
}
