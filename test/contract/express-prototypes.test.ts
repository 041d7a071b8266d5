import { type Service, startApp } from '../support/app';

describe('requests and responses', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(async () => service.stop());

  it('are made as what Express makes of them, which so has nothing to change', async () => {
    const express = service.app.getHttpAdapter().getInstance();
    const seen: unknown[] = [];
    const look = (request: object, response: object): void => {
      seen.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
    };
    const server = service.app.getHttpServer();
    server.prependListener('request', look);
    await service.client().get('/me', 200);
    server.off('request', look);
    expect(seen).toHaveLength(2);
    expect(seen[0]).toBe(express.request);
    expect(seen[1]).toBe(express.response);
  });

  it('can do all that they can in Express, and what was defined on them before', () => {
    const express = service.app.getHttpAdapter().getInstance();
    expect(express.request).toMatchObject({ app: express, fresh: false, get: expect.any(Function) as unknown });
    expect(express.response).toMatchObject({ app: express, json: expect.any(Function) as unknown });
  });
});
