import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { createServer } from 'node:http';
import { ownShapes } from './own-shapes';

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
  /** A plain HTTP server: TLS ends before the service, in the proxy that `TRUSTED_PROXY_HOPS` counts. */
  override initHttpServer(): void {
    const app = this.getInstance<Parameters<typeof ownShapes>[0]>();
    this.httpServer = createServer(ownShapes(app), app);
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

function isOrdinary({ method }: Request, body: unknown): boolean {
  return (
    typeof body === 'object' &&
    body !== null &&
    !(body instanceof StreamableFile) &&
    !(body instanceof Error) &&
    method !== 'HEAD'
  );
}
