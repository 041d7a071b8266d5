import cluster from 'node:cluster';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../config';
import { sharedPort } from '../../processes';

/** Milliseconds. */
const LOOK_EVERY = 250;

/**
 * How long a closing server waits for the first byte on a connection, in milliseconds. A proxy that has just opened a
 * connection sends its request at once. If the connection were reset, the proxy must not repeat a POST on another
 * instance.
 */
const FIRST_BYTE_WITHIN = 1_000;

/**
 * In an event loop turn shorter than this (milliseconds), a connection can hardly arrive unnoticed. A turn of a worker
 * includes a message to the primary and back. For a busy process the limit grows, see `accepted`.
 */
const SHORT_TURN = cluster.isWorker ? 0.5 : 0.05;

const MOST_TURNS = 1_000;

/** Milliseconds without an arrival before the port closes. */
const QUIET = 100;

/** The maximum wait for that, in milliseconds, if requests continue to arrive. */
const QUIET_WITHIN = 1_000;

/** Time limits for sending a request; then the client gets 408 and is disconnected. */
export type RequestTimeouts = Pick<Environment, 'HTTP_HEADERS_TIMEOUT_MS' | 'HTTP_REQUEST_TIMEOUT_MS'>;

/**
 * Ends connections that would keep a closing server open. After `server.close()` Node no longer applies time limits,
 * and would wait for every client that has not sent a complete request.
 */
export class OpenConnections {
  /** For each connection, its unanswered requests with the arrival of their heads (`performance.now()`). */
  private readonly requests = new Map<Socket, Map<IncomingMessage, number>>();
  private opened = 0;
  /** `performance.now()`. */
  private lastArrival = -Infinity;
  /** Pending while the port is about to close. */
  private closing: Promise<void> | undefined;

  constructor(
    private readonly server: Server,
    private readonly timeouts: RequestTimeouts,
  ) {
    server.on('connection', (socket: Socket) => {
      this.opened += 1;
      this.lastArrival = performance.now();
      this.requests.set(socket, new Map());
      socket.once('close', () => this.requests.delete(socket));
    });
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      this.lastArrival = performance.now();
      const requests = this.requests.get(request.socket);
      requests?.set(request, performance.now());
      response.once('close', () => requests?.delete(request));
    });
  }

  admit(answer: () => void): void {
    if (this.closing) void this.closing.then(answer);
    else answer();
  }

  /**
   * Closes the port at a moment without new connections, because the kernel resets connections that the server has not
   * accepted. If several processes share the port, only the last one waits: connections of the others go to open
   * processes. Requests that arrive meanwhile are answered afterwards, so a balancer sends the next ones elsewhere.
   * @param close closes the port in the same turn and returns a promise of the end
   */
  async closePort(close: () => unknown): Promise<void> {
    let answerAll = (): void => undefined;
    if (await sharedPort.claim()) {
      this.closing = new Promise((resolve) => (answerAll = resolve));
      await this.quiet();
      await this.accepted();
    }
    const closed = close();
    this.endUnfinished();
    this.closing = undefined;
    answerAll();
    await sharedPort.release();
    await closed;
  }

  private async quiet(): Promise<void> {
    const latest = performance.now() + QUIET_WITHIN;
    for (;;) {
      const left = Math.min(this.lastArrival + QUIET, latest) - performance.now();
      if (left <= 0) return;
      await sleep(left);
    }
  }

  /** Resolves after a short turn without a new connection. Node accepts one connection per turn. */
  private async accepted(): Promise<void> {
    // Up to the first immediate the loop may skip polling for connections; between two immediates it polls.
    await sharedPort.turn();
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      const [before, began] = [this.opened, performance.now()];
      const longest = SHORT_TURN * (1 + turns / 100);
      await sharedPort.turn();
      if (this.opened === before && performance.now() - began < longest) return;
    }
  }

  /**
   * Ends connections without a byte after {@link FIRST_BYTE_WITHIN}, and those with an incomplete request after its
   * time limit. A complete request is never cut off.
   */
  private endUnfinished(): void {
    const closedAt = performance.now();
    const looks = setInterval(() => this.cutOffLate(closedAt), LOOK_EVERY);
    this.server.once('close', () => clearInterval(looks));
  }

  private cutOffLate(closedAt: number): void {
    const now = performance.now();
    for (const [socket, requests] of this.requests) {
      const lastMoment = socket.bytesRead === 0 ? closedAt + FIRST_BYTE_WITHIN : this.lastMoment(requests, closedAt);
      if (now >= lastMoment) socket.destroy();
    }
  }

  /** The deadline for the rest of a request (`performance.now()`). Its time limit begins at closing at the latest. */
  private lastMoment(requests: ReadonlyMap<IncomingMessage, number>, closedAt: number): number {
    const { HTTP_HEADERS_TIMEOUT_MS, HTTP_REQUEST_TIMEOUT_MS } = this.timeouts;
    if (requests.size === 0) return closedAt + HTTP_HEADERS_TIMEOUT_MS;
    if ([...requests.keys()].some(({ complete }) => complete)) return Infinity;
    return Math.min(closedAt, ...requests.values()) + HTTP_REQUEST_TIMEOUT_MS;
  }
}
