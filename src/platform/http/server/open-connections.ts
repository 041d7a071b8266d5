import cluster from 'node:cluster';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../config';
import { sharedPort } from '../../processes';

/** Pause between two looks for connections to end while the server closes, in milliseconds. */
const LOOK_EVERY = 250;

/**
 * How long a closing server waits for the first byte on a connection, in milliseconds. A proxy that opened the connection a moment
 * ago sends its request at once, and must not repeat a POST on another instance when the connection is reset.
 */
const FIRST_BYTE_WITHIN = 1_000;

/**
 * A turn of the event loop that is shorter leaves hardly any time in which a connection can arrive unseen, in milliseconds. A turn of
 * a worker goes to the primary and back. A busy process gets longer turns after a while, see `accepted`.
 */
const SHORT_TURN = cluster.isWorker ? 0.5 : 0.05;

/** The most turns of the event loop that a closing server waits for one without a connection. */
const MOST_TURNS = 1_000;

/** For how long nothing must have arrived before the port closes, in milliseconds. */
const QUIET = 100;

/** How long a server waits for that, in milliseconds, where requests go on arriving. */
const QUIET_WITHIN = 1_000;

/** How long a caller may take to send a request; past it the caller is answered 408 and disconnected. */
export type RequestTimeouts = Pick<Environment, 'HTTP_HEADERS_TIMEOUT_MS' | 'HTTP_REQUEST_TIMEOUT_MS'>;

/**
 * Ends connections that would keep a closing server open. After `server.close()` Node applies no time limits any more, and
 * would wait for every client that has connected and not sent a whole request.
 */
export class OpenConnections {
  /** For each connection, its unanswered requests and when each one's head arrived (`performance.now()`). */
  private readonly requests = new Map<Socket, Map<IncomingMessage, number>>();
  /** Connections that were accepted so far. */
  private opened = 0;
  /** When the last connection or request arrived (`performance.now()`). */
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

  /** Answers a request: at once, or when the port is closed if it is about to close. */
  admit(answer: () => void): void {
    if (this.closing) void this.closing.then(answer);
    else answer();
  }

  /**
   * Closes the port at a moment in which no connection arrives, for the kernel resets those that the server has not accepted. Of
   * several processes that share the port only the last one waits for that moment: the others' connections go to those that are open.
   * Requests that arrive meanwhile are answered afterwards: a balancer that sees them wait sends the next ones elsewhere.
   * @param close closes the port in the same turn; waits for what it returns
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

  /** Resolves when nothing has arrived for {@link QUIET}, and after {@link QUIET_WITHIN} at the latest. */
  private async quiet(): Promise<void> {
    const latest = performance.now() + QUIET_WITHIN;
    for (;;) {
      const left = Math.min(this.lastArrival + QUIET, latest) - performance.now();
      if (left <= 0) return;
      await sleep(left);
    }
  }

  /**
   * Resolves when no connection waits to be accepted: after a short turn that found none. Node accepts one in each turn of the event
   * loop.
   */
  private async accepted(): Promise<void> {
    // From here to the first immediate the loop may not look for connections; from one immediate to the next it does.
    await sharedPort.turn();
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      const [before, began] = [this.opened, performance.now()];
      const longest = SHORT_TURN * (1 + turns / 100);
      await sharedPort.turn();
      if (this.opened === before && performance.now() - began < longest) return;
    }
  }

  /**
   * Ends connections that send nothing within {@link FIRST_BYTE_WITHIN}, and those that have sent a part of a request when its
   * time limit is over. A request that has arrived whole is never cut off.
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

  /** Until when to wait for the rest of a request (`performance.now()`): its limit counts from closing at the latest. */
  private lastMoment(requests: ReadonlyMap<IncomingMessage, number>, closedAt: number): number {
    const { HTTP_HEADERS_TIMEOUT_MS, HTTP_REQUEST_TIMEOUT_MS } = this.timeouts;
    if (requests.size === 0) return closedAt + HTTP_HEADERS_TIMEOUT_MS;
    if ([...requests.keys()].some(({ complete }) => complete)) return Infinity;
    return Math.min(closedAt, ...requests.values()) + HTTP_REQUEST_TIMEOUT_MS;
  }
}
