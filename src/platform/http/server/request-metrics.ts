import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gauge, histogram } from '../../metrics';
import type { Form } from '../request/form';
import { routeOf, type ServiceRequest } from '../request/request';

/** Few, for each of them is a series of every route and status. Objectives are read at 0.25, 0.5 and 1 s. */
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

/** What proxies, too, write for a caller who hung up before it was answered. */
const CLIENT_GONE = 499;

/** Bytes of the body that were written, where the answer is written in pieces. */
const WRITTEN = Symbol('written');
type Counted = ServerResponse & { [WRITTEN]: number };

/** The status of an answer that was written past its response, by the parser's refusal. */
const refusals = new WeakMap<ServerResponse, number>();

/**
 * Measures each request of a server: how long it took and what it came to, how many are under way, and how large bodies are.
 * Call it before the server listens.
 */
export function measureRequests(server: Server): void {
  const unanswered = new WeakMap<Socket, Set<() => void>>();
  server.on('connection', (socket: Socket) => {
    const ofSocket = new Set<() => void>();
    unanswered.set(socket, ofSocket);
    // A response that never had its turn on the connection does not close by itself.
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

/** Says which status was answered to a request whose head was read and whose body the parser refused. */
export function refusedByParser(response: ServerResponse, status: number): void {
  refusals.set(response, status);
}

/** Counts a request of which not even the head could be read; when it began is not known. */
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

/** `write` of a response, which notes how much it writes. One function for all: a response keeps the hidden class of the others. */
const countedWrite = function (this: Counted, ...written: Parameters<ServerResponse['write']>): boolean {
  const [chunk, encoding] = written as unknown as [string | Buffer, BufferEncoding | undefined];
  this[WRITTEN] += Buffer.byteLength(chunk, typeof encoding === 'string' ? encoding : undefined);
  return ServerResponse.prototype.write.apply(this, written);
} as ServerResponse['write'];

/** The methods that the service answers; a caller may name any other. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The method as a label; what a caller may make up is one value. */
function methodLabel(method: string | undefined): string {
  return method !== undefined && METHODS.has(method) ? method : '_OTHER';
}

/** Nest's middleware, and the controller of what has no route. */
const NO_ROUTE = /\{\*|^\/(api\/)?v1\/?$/;

/** Addresses that hold many pages and files. */
const PAGES = /^\/(docs|openapi)(?=[/?]|$)/;

/** The route as a label: with the names of its parameters, never with their values; one value for all that has no route. */
function routeLabel(request: Pick<ServiceRequest, 'url' | 'route'>): string {
  const page = PAGES.exec(request.url);
  if (page) return page[0];
  const route = routeOf(request);
  return route !== undefined && !NO_ROUTE.test(route) ? route : 'unmatched';
}
