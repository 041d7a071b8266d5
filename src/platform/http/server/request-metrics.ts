import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gauge, histogram } from '../../metrics';
import type { Form } from '../request/form';
import { routeOf, type ServiceRequest } from '../request/request';

/** Few buckets, because each is a series per route and status. Objectives use 0.25, 0.5 and 1 s. */
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const BYTES = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];

const duration = histogram(
  'http_server_request_duration_seconds',
  'From the head of a request to the end of its answer',
  SECONDS,
  ['http_request_method', 'http_route', 'http_response_status_code', 'form'],
);
const active = gauge('http_server_active_requests', 'Requests under way');
const requestBody = histogram(
  'http_server_request_body_size_bytes',
  'Bodies of requests that arrived whole and had one',
  BYTES,
  ['form'],
);
const responseBody = histogram('http_server_response_body_size_bytes', 'Bodies of answers that had one', BYTES, [
  'form',
]);

/** The status that proxies log, too, for a client that disconnected before the response. */
const CLIENT_GONE = 499;

const WRITTEN = Symbol('written');
type Counted = ServerResponse & { [WRITTEN]: number };

/** Written directly to the socket. */
const refusals = new WeakMap<ServerResponse, number>();

/** Call it before the server listens. */
export function measureRequests(server: Server): void {
  const unanswered = new WeakMap<Socket, Set<() => void>>();
  server.on('connection', (socket: Socket) => {
    const ofSocket = new Set<() => void>();
    unanswered.set(socket, ofSocket);
    // A response whose turn on the connection never came does not close by itself.
    socket.once('close', () => ofSocket.forEach((end) => end()));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const began = performance.now();
    const ofSocket = unanswered.get(request.socket);
    active.inc();
    (response as Counted)[WRITTEN] = 0;
    response.write = countedWrite;
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      ofSocket?.delete(end);
      active.dec();
      observe(request as ServiceRequest, response as Counted, (performance.now() - began) / 1000);
    };
    ofSocket?.add(end);
    response.once('close', end);
  });
}

export function refusedByParser(response: ServerResponse, status: number): void {
  refusals.set(response, status);
}

/** Counts a request without a parsed head; its start is unknown. */
export function countUnread(method: string, form: Form | undefined, status: number): void {
  duration.observe(labels(methodLabel(method), 'unmatched', status, form), 0);
}

function observe(request: ServiceRequest, response: Counted, seconds: number): void {
  const { form = 'none' } = request;
  const status = refusals.get(response) ?? (response.headersSent ? response.statusCode : CLIENT_GONE);
  duration.observe(labels(methodLabel(request.method), routeLabel(request), status, request.form), seconds);
  const asked = request.complete ? (request.rawBody?.length ?? Number(request.headers['content-length'] ?? 0)) : 0;
  if (asked > 0) requestBody.observe({ form }, asked);
  const answered = bytesAnswered(request, response);
  if (answered > 0) responseBody.observe({ form }, answered);
}

const labels = (
  http_request_method: string,
  http_route: string,
  http_response_status_code: number,
  form: Form | undefined,
) => ({ http_request_method, http_route, http_response_status_code, form: form ?? 'none' });

function bytesAnswered({ method }: IncomingMessage, response: Counted): number {
  if (method === 'HEAD' || !response.headersSent || response.statusCode === 304) return 0;
  return response[WRITTEN] > 0 ? response[WRITTEN] : Number(response.getHeader('content-length') ?? 0);
}

/** Counts the written bytes of a response. One function for all responses, so that they share a hidden class. */
const countedWrite = function (this: Counted, ...written: Parameters<ServerResponse['write']>): boolean {
  const [chunk, encoding] = written as unknown as [string | Buffer, BufferEncoding | undefined];
  this[WRITTEN] += Buffer.byteLength(chunk, typeof encoding === 'string' ? encoding : undefined);
  return ServerResponse.prototype.write.apply(this, written);
} as ServerResponse['write'];

/** Methods with a label; clients may send any others. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function methodLabel(method: string | undefined): string {
  return method !== undefined && METHODS.has(method) ? method : '_OTHER';
}

/** Routes of Nest's middleware, and of the controller for unknown paths. */
const NO_ROUTE = /\{\*|^\/(api\/)?v1\/?$/;

const PAGES = /^\/(docs|openapi)(?=[/?]|$)/;

/** The route template as a label; requests without a route share one value. */
function routeLabel(request: Pick<ServiceRequest, 'url' | 'route'>): string {
  const page = PAGES.exec(request.url);
  if (page) return page[0];
  const route = routeOf(request);
  return route !== undefined && !NO_ROUTE.test(route) ? route : 'unmatched';
}
