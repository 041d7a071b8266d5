import type { NestExpressApplication } from '@nestjs/platform-express';
import { serveErrorPages } from './errors';

type Handler = (request: unknown, response: unknown, next: (error: unknown) => void) => void;

it.each(['/docs/errors', '/docs/errors/:code'])('passes a failed answer of %s to the error handler', async (path) => {
  const handlers = new Map<string, Handler>();
  const app = {
    getHttpAdapter: () => ({ get: (added: string, handler: Handler) => handlers.set(added, handler) }),
  } as unknown as NestExpressApplication;
  serveErrorPages(app, () => new Map());
  const broken = new Error('The response is broken');
  const request = {
    params: { code: 'NOT_FOUND' },
    acceptsEncodings: () => {
      throw broken;
    },
  };
  expect(await new Promise((resolve) => handlers.get(path)?.(request, { setHeader: () => undefined }, resolve))).toBe(
    broken,
  );
});
