import { once } from 'node:events';
import { connect } from 'node:net';
import { serviceVersion } from '../../src/platform/config/version';
import { type Service, startApp } from '../support/app';
import { CuttableProxy } from '../support/cuttable-proxy';
import { freshRedis } from '../support/servers/redis';
import { eventually } from '../support/webhooks/delivering';

describe('health and metrics', () => {
  let service: Service;
  let redis: CuttableProxy;

  beforeAll(async () => {
    redis = new CuttableProxy((await freshRedis()).url);
    service = await startApp({ env: { REDIS_URL: await redis.listen() } });
  });
  afterAll(async () => {
    await service.stop();
    await redis.close();
  });

  const metrics = async (): Promise<string> => (await fetch(`${service.admin}/metrics`)).text();

  it('are the only routes on the admin port', async () => {
    for (const path of ['/health/live', '/health/ready', '/health/ready?verbose', '/metrics']) {
      const answer = await fetch(service.admin + path);
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
      expect((await answer.text()).length).toBeGreaterThan(10);
      const head = await fetch(service.admin + path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
    }
    for (const path of ['/', '/METRICS', '/metrics/', '/v1/me', '/docs', '/__proto__', '/constructor']) {
      expect([path, (await fetch(service.admin + path)).status]).toEqual([path, 404]);
    }
    expect((await fetch(`${service.admin}/metrics`, { method: 'POST' })).status).toBe(405);
  });

  it('show the version on the admin port, not on the public port', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      expect(await (await fetch(service.admin + path)).json()).toMatchObject({
        status: 'ok',
        version: serviceVersion(),
      });
      expect(await (await fetch(service.address + path)).json()).not.toHaveProperty('version');
    }
  });

  it('serve health but no spelling of /metrics on the public port', async () => {
    expect((await fetch(`${service.address}/health/live`)).status).toBe(200);
    expect((await fetch(`${service.address}/health/ready`)).status).toBe(200);
    for (const path of ['/metrics', '/METRICS', '/metrics/', '/%6detrics']) {
      expect([path, (await fetch(service.address + path)).status]).toEqual([path, 404]);
    }
  });

  it('report that Redis is unreachable while the service stays ready', async () => {
    const ready = async (): Promise<unknown> => {
      const answer = await fetch(`${service.address}/health/ready`);
      return { status: answer.status, body: await answer.json() };
    };
    expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok', checks: { redis: 'ok' } } });
    expect(await metrics()).toMatch(/^redis_up 1$/m);
    redis.cut();
    await eventually(async () => /^redis_up 0$/m.test(await metrics()));
    expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok', checks: { redis: 'degraded' } } });
    expect(await metrics()).toMatch(/^service_ready 1$/m);
    await service.client().get('/me');
    redis.mend();
    await eventually(async () => /^redis_up 1$/m.test(await metrics()));
    expect(await ready()).toMatchObject({ status: 200, body: { checks: { redis: 'ok' } } });
  });
});

it('the admin port closes at shutdown despite connections without a complete request head', async () => {
  const service = await startApp();
  const { hostname, port } = new URL(service.admin);
  const opened = ['', 'GET /metrics HTTP/1.1\r\nHost: '].map(async (text) => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(text);
    await once(socket, 'connect');
    return { closed: once(socket.resume(), 'close') };
  });
  const connections = await Promise.all(opened);
  // The server accepts connections in order: after this response it has accepted the ones before.
  expect((await fetch(`${service.admin}/health/live`)).status).toBe(200);
  await service.stop();
  await Promise.all(connections.map((connection) => connection.closed));
});
