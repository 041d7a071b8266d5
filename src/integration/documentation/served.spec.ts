import type { NestExpressApplication } from '@nestjs/platform-express';
import { Served, serve } from './served';

it('passes an error of the response to the error handler', async () => {
  let handler: (request: unknown, response: unknown, next: (error: unknown) => void) => void = () => undefined;
  const get = (_path: string, added: typeof handler): void => void (handler = added);
  const app = { getHttpAdapter: () => ({ get }) } as unknown as NestExpressApplication;
  serve(app, '/page', new Served('text/html', 'page'));
  const broken = new Error('The response is broken');
  const response = {
    set: () => {
      throw broken;
    },
  };
  const passed = await new Promise((resolve) => handler({ query: {} }, response, resolve));
  expect(passed).toBe(broken);
});
