import type { NestExpressApplication } from '@nestjs/platform-express';
import { serveDocumentation, CachedDocuments } from './documentation';
import { cacheResponse } from '../server/cached-response';

type Handler = (request: unknown, response: unknown, next: (error: unknown) => void) => void;

it.each(['/openapi/form-a.json', '/openapi/form-b.json'])(
  'passes an error while serving %s to the error handler',
  async (path) => {
    const handlers = new Map<string, Handler>();
    const kept = await cacheResponse('text/plain', 'text');
    const documents = { are: () => undefined, bytes: () => Promise.resolve({ a: kept, b: kept }) };
    const app = {
      get: (type: unknown) => (type === CachedDocuments ? documents : undefined),
      getHttpAdapter: () => ({ get: (added: string, handler: Handler) => handlers.set(added, handler) }),
    } as unknown as NestExpressApplication;
    serveDocumentation(app, {});
    const broken = new Error('The response is broken');
    const request = {
      acceptsEncodings: () => {
        throw broken;
      },
    };
    expect(await new Promise((resolve) => handlers.get(path)?.(request, {}, resolve))).toBe(broken);
  },
);
