import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../../common/clock';
import { DomainError, type ErrorCode } from '../../../common/errors';
import type { MessageKey } from '../../../messages';
import { type PublicAddress, requestHost, pathIn, readTarget } from '../request/address';
import { toRejectionResponse } from './present';
import { formOf } from '../request/form';
import type { ServiceRequest } from '../request/request';
import { countUnread, refusedByParser } from '../server/request-metrics';

/** The `clientError` of Node's HTTP server: bytes that its parser rejects, or a request over its time limit. */
interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

interface Means {
  readonly clock: Clock;
  readonly address: PublicAddress;
}

/** Milliseconds for the client to read the response. */
const LINGER = 1000;
const START_LINE = /^(\S{1,32}) (\S{1,2048})/;

/**
 * Answers requests that Node's HTTP parser rejects, in the form's error shape: malformed HTTP (400), a too large head
 * (431), too large chunk extensions (413), and a time limit (408). Node would answer without a body and request id.
 * Call it before the server listens.
 */
export function answerUnparsed(server: Server, clock: Clock, address: PublicAddress): void {
  const open = new WeakMap<Socket, Set<ServerResponse>>();
  const refused = new WeakSet<Socket>();

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const ofSocket = open.get(socket) ?? new Set();
    open.set(socket, ofSocket.add(response));
    response.once('close', () => ofSocket.delete(response));
  });
  // Without a listener Node answers 417 outside the form's error shape; RFC 9110 permits ignoring the expectation.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: ParserError, stream) => {
    const socket = stream as Socket;
    // Later data is read and discarded: closing at once would reset the connection and lose the response.
    if (refused.has(socket)) return;
    refused.add(socket);
    const answers = [...(open.get(socket) ?? [])];
    const broken = answers.at(-1)?.req.complete === false ? answers.pop() : undefined;
    const refuse = (): void => refuseOn(socket, error, broken, { clock, address });
    // Responses follow the order of requests, so earlier ones are finished first.
    const before = answers.at(-1);
    if (before) before.once('close', refuse);
    else refuse();
  });
}

function refuseOn(socket: Socket, error: ParserError, broken: ServerResponse | undefined, means: Means): void {
  // A response that has begun cannot be replaced.
  if (!socket.writable || error.code === 'ECONNRESET' || broken?.headersSent) {
    socket.destroy();
    return;
  }
  socket.end(broken ? refusalOf(broken, error, means.clock) : refusalOfNone(error, means));
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(timer));
}

/** The error response if the head of the request was parsed. Headers set so far are retained. */
function refusalOf(response: ServerResponse, error: ParserError, clock: Clock): string {
  const { method, form, requestId, language, docs } = response.req as ServiceRequest;
  const headers = response.getHeaders();
  const count = (status: number): void => refusedByParser(response, status);
  return answer({ method, form, requestId, language, docs, headers, count }, refusal(error), clock);
}

/** The error response for bytes without a parsed head. If the first line has a path, its form determines the body. */
function refusalOfNone(error: ParserError, { clock, address }: Means): string {
  const start = error.rawPacket?.toString('latin1', 0, 4096) ?? '';
  const [, method = '', target = ''] = START_LINE.exec(start) ?? [];
  const form = formOf(pathIn(readTarget(target).url));
  const requestId = randomUUID();
  const headers = {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(form ? { 'Content-Language': 'en' } : {}),
  };
  const docs = address.docs({ requested: requestHost(start) });
  const count = (status: number): void => countUnread(method, form, status);
  return answer({ method, form, requestId, language: 'en', docs, headers, count }, refusal(error), clock);
}

interface Refused extends Pick<ServiceRequest, 'method' | 'form' | 'requestId' | 'language' | 'docs'> {
  readonly headers: NodeJS.Dict<number | string | string[]>;
  readonly count: (status: number) => void;
}

function answer(request: Refused, error: DomainError, clock: Clock): string {
  const now = clock.now();
  const refused = toRejectionResponse(request, error, now);
  request.count(refused.status);
  const body = JSON.stringify(refused.body);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  headers.set('Content-Type', 'application/json; charset=utf-8');
  headers.set('Content-Length', String(Buffer.byteLength(body)));
  headers.set('Connection', 'close');
  headers.set('Date', now.toUTCString());
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status] ?? ''}`, ...lines, '', ''].join('\r\n');
  return request.method === 'HEAD' ? head : head + body;
}

/** All other codes of Node mean malformed HTTP. */
const REFUSALS: Readonly<Record<string, readonly [ErrorCode, MessageKey]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'error.headers_too_large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['PAYLOAD_TOO_LARGE', 'error.chunks_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'error.request_timeout'],
};

function refusal({ code = '' }: ParserError): DomainError {
  const [refused, key] = REFUSALS[code] ?? ['BAD_REQUEST', 'error.malformed_http'];
  return new DomainError(refused, { key });
}
