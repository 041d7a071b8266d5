import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type Response } from 'express';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { OpenConnections, type RequestTimeouts } from './open-connections';
import { ownShapes } from './express-prototypes';

/** How often the server looks for requests that take too long, in milliseconds. */
const LOOK_AT_CONNECTIONS_EVERY = 1_000;

/**
 * Express over `node:http`, with two short cuts on its hot path.
 *
 * Requests and responses are made as what Express makes of them anyway ({@link ownShapes}).
 *
 * What is JSON is sent as it is: in one piece with its head. `response.json` and `response.send` come to the same bytes
 * by way of a buffer, a parsed and formatted media type and a freshness check. Whatever is not an ordinary JSON answer
 * goes that way still.
 */
export class ServiceAdapter extends ExpressAdapter {
  private connections: OpenConnections | undefined;

  constructor(private readonly timeouts: RequestTimeouts) {
    super(strictExpress());
  }

  /** A plain HTTP server: TLS ends before the service, in the proxy that `TRUSTED_PROXY_HOPS` counts. */
  override initHttpServer(): void {
    const app = this.getInstance<Parameters<typeof ownShapes>[0]>();
    const options: ServerOptions = {
      // A request without a Host is refused by the service itself, in the shape of its form.
      requireHostHeader: false,
      headersTimeout: this.timeouts.HTTP_HEADERS_TIMEOUT_MS,
      requestTimeout: this.timeouts.HTTP_REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: LOOK_AT_CONNECTIONS_EVERY,
    };
    const server: Server = createServer({ ...options, ...ownShapes(app) }, app);
    this.connections = new OpenConnections(server, this.timeouts);
    this.httpServer = server;
  }

  /**
   * Takes no connection any more.
   * @returns when every request that has arrived whole is answered and every connection closed
   */
  override close(): Promise<unknown> | undefined {
    const closed = super.close();
    this.connections?.endUnfinished();
    return closed;
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!isOrdinary(response.req, body) || response.hasHeader('Content-Type')) {
      return super.reply(response, body, statusCode);
    }
    if (statusCode) response.statusCode = statusCode;
    const text = JSON.stringify(body);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return response.end(text);
  }
}

/**
 * Express whose paths are what they are, letter for letter, with no slash at their end: `/METRICS` or `/metrics/` must not
 * pass a proxy that blocks `/metrics`. Its router is built when something is first mounted, which Nest does at once, and
 * has the settings of that moment for good.
 */
function strictExpress(): Express {
  const app = express();
  app.enable('case sensitive routing');
  app.enable('strict routing');
  return app;
}

function isOrdinary({ method }: Request, body: unknown): boolean {
  return (
    typeof body === 'object' &&
    body !== null &&
    !(body instanceof StreamableFile) &&
    !(body instanceof Error) &&
    method !== 'HEAD'
  );
}
