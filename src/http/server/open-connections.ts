import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Pause between two looks for connections to end while the server closes, in milliseconds. */
const LOOK_EVERY = 250;

/** How long a caller may take to send a request, in milliseconds; past it the caller is answered 408 and disconnected. */
export interface RequestTimeouts {
  readonly HTTP_HEADERS_TIMEOUT_MS: number;
  readonly HTTP_REQUEST_TIMEOUT_MS: number;
}

/**
 * Ends connections that would keep a closing server open. After `server.close()` Node applies no time limits any more, and
 * would wait for every client that has connected and not sent a whole request.
 */
export class OpenConnections {
  /** For each connection, its unanswered requests and when each one's head arrived (`performance.now()`). */
  private readonly requests = new Map<Socket, Map<IncomingMessage, number>>();

  constructor(
    private readonly server: Server,
    private readonly timeouts: RequestTimeouts,
  ) {
    server.on('connection', (socket: Socket) => {
      this.requests.set(socket, new Map());
      socket.once('close', () => this.requests.delete(socket));
    });
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      const requests = this.requests.get(request.socket);
      requests?.set(request, performance.now());
      response.once('close', () => requests?.delete(request));
    });
  }

  /**
   * Call it when the server starts to close. Ends connections that have sent nothing at once, and those that have sent a
   * part of a request when its time limit is over. A request that has arrived whole is never cut off.
   */
  endUnfinished(): void {
    const closedAt = performance.now();
    const looks = setInterval(() => this.cutOffLate(closedAt), LOOK_EVERY);
    this.server.once('close', () => clearInterval(looks));
    // Two turns of the event loop later: by then what has arrived already has been read and is not lost.
    setImmediate(() => setImmediate(() => this.cutOffSilent()));
  }

  private cutOffSilent(): void {
    for (const socket of this.requests.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  private cutOffLate(closedAt: number): void {
    const now = performance.now();
    for (const [socket, requests] of this.requests) {
      if (now >= this.lastMoment(requests, closedAt)) socket.destroy();
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
