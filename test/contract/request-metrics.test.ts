import { once } from 'node:events';
import { type IncomingMessage, request as ask } from 'node:http';
import { RateLimiter } from '../../src/platform/rate-limits';
import { type Service, startApp } from '../support/app';
import { awaitedLater } from '../support/awaited-later';
import { Metrics } from '../support/metrics';
import { openSocket, readAnswers, sendRaw } from '../support/raw-http';
import { aDraft, aVendor } from '../support/purchase-orders';
import { until } from '../support/until';
import { TenantTurns } from '../../src/platform/http/turns/turns.interceptor';

const DURATION = 'http_server_request_duration_seconds_count';
const ACTIVE = 'http_server_active_requests';

let service: Service;
beforeAll(async () => {
  service = await startApp({ redis: false });
});
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

const metrics = (): Promise<Metrics> => Metrics.of(service);

/** Runs `act` and waits for `count` more requests. Returns the increments as `method route status form`. */
async function countedBy(act: () => Promise<unknown>, count = 1): Promise<Record<string, number>> {
  const before = await metrics();
  await act();
  let after = before;
  await until(async () => {
    after = await metrics();
    return after.sum(DURATION) >= before.sum(DURATION) + count && after.sum(ACTIVE) === 0;
  });
  const added = after.of(DURATION).map(({ labels, value }): [string, number] => {
    const { http_request_method, http_route, http_response_status_code, form } = labels;
    return [
      `${http_request_method} ${http_route} ${http_response_status_code} ${form}`,
      value - before.sum(DURATION, labels),
    ];
  });
  return Object.fromEntries(added.filter(([, value]) => value > 0));
}

const bearer = (): Record<string, string> => ({ authorization: `Bearer ${service.tenant.token.token}` });

it('request metrics count each request by method, route, status and form', async () => {
  const client = service.client();
  const counted = await countedBy(async () => {
    const vendor = await aVendor(client);
    await client.get(`/vendors/${vendor.id}`);
    await client.through('b').get(`/vendors/${vendor.id}`);
    await client.get('/vendors/999999999', 404);
    await client.call('POST', '/vendors', 422, { name: '' });
    await client.as(undefined).get('/vendors', 401);
    await client.call('PATCH', '/vendors', 405);
    for (const path of ['/v1', '/v1/nothing', '/elsewhere', '/docs/guide', '/docs/nothing', '/health/live']) {
      await (await fetch(service.address + path, { headers: bearer() })).arrayBuffer();
    }
    await fetch(`${service.address}/v1/me`, { method: 'HEAD', headers: bearer() });
  }, 14);
  expect(counted).toEqual({
    'POST /v1/vendors 201 a': 1,
    'GET /v1/vendors/:id 200 a': 1,
    'GET /api/v1/vendors/:id 200 b': 1,
    'GET /v1/vendors/:id 404 a': 1,
    'POST /v1/vendors 422 a': 1,
    'GET /v1/vendors 401 a': 1,
    'PATCH unmatched 405 a': 1,
    'GET unmatched 404 a': 2,
    'GET unmatched 404 none': 1,
    'GET /docs 200 none': 1,
    'GET /docs 404 none': 1,
    'GET /health/live 200 none': 1,
    'HEAD /v1/me 200 a': 1,
  });
});

it('request metrics count a fault of the service as 500', async () => {
  jest.spyOn(service.app.get(TenantTurns), 'enter').mockRejectedValue(new Error('broken'));
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const counted = await countedBy(() => service.client().get('/reports/spending', 500));
  expect(counted).toEqual({ 'GET /v1/reports/spending 500 a': 1 });
});

/** Sends a part of a head, and a head with a part of its body. A time limit begins when the service has read both. */
async function untilTooLate([first, second]: readonly [string, string]): Promise<void> {
  const server = service.app.getHttpServer();
  const { headersTimeout, requestTimeout } = server;
  const sockets = [await openSocket(service.address), await openSocket(service.address)] as const;
  const answers = awaitedLater(Promise.all(sockets.map(readAnswers)));
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>;
  sockets[0].write(first);
  sockets[1].write(second);
  const [request] = await arrived;
  await until(() => request.listenerCount('data') > 0);
  Object.assign(server, { headersTimeout: 1, requestTimeout: 1 });
  await answers.finally(() => Object.assign(server, { headersTimeout, requestTimeout }));
}

it('request metrics count requests that the parser rejects, as unmatched if they have no complete head', async () => {
  const { host } = new URL(service.address);
  const head = `POST /v1/vendors HTTP/1.1\r\nHost: ${host}\r\n`;
  const counted = await countedBy(async () => {
    await sendRaw(service.address, `GET /v1/a b HTTP/1.1\r\nHost: a\r\n\r\n`);
    await sendRaw(service.address, `GET / HTTP/1.1\r\nX: ${'a'.repeat(200_000)}\r\n\r\n`);
    await sendRaw(service.address, `BREW /v1/${'x'.repeat(50)} HTTP/1.1\r\n\r\n`);
    const rest = `Authorization: ${bearer()['authorization'] ?? ''}\r\nContent-Type: application/json\r\n`;
    await sendRaw(service.address, `${head}${rest}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    await untilTooLate([head, `${head}${rest}Content-Length: 20\r\n\r\n{"nam`]);
  }, 6);
  expect(counted).toEqual({
    'GET unmatched 400 a': 1,
    'GET unmatched 431 none': 1,
    '_OTHER unmatched 400 a': 1,
    '_OTHER unmatched 408 none': 1,
    'POST /v1/vendors 408 a': 1,
    'POST /v1/vendors 400 a': 1,
  });
});

it('request metrics show active requests and count disconnected clients as 499, also for pipelined requests', async () => {
  const turns = service.app.get(TenantTurns);
  const enter = jest.spyOn(turns, 'enter').mockImplementation((_kind, _tenant, signal) => {
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  });
  const socket = await openSocket(service.address);
  const one = `GET /v1/reports/spending HTTP/1.1\r\nHost: a\r\nAuthorization: ${bearer()['authorization'] ?? ''}\r\n\r\n`;
  const counted = await countedBy(async () => {
    socket.write(one + one);
    await until(() => enter.mock.calls.length === 2);
    expect((await metrics()).sum(ACTIVE)).toBe(2);
    socket.destroy();
  }, 2);
  expect(counted).toEqual({ 'GET /v1/reports/spending 499 a': 2 });
  expect((await metrics()).sum(ACTIVE)).toBe(0);
});

it('request metrics measure request and response bodies, also streamed and empty ones', async () => {
  const client = service.client();
  await aDraft(client, (await aVendor(client)).id);
  const sizes = async (act: () => Promise<unknown>, count = 1): Promise<number[]> => {
    const before = await metrics();
    await countedBy(act, count);
    const after = await metrics();
    return ['request', 'response'].flatMap((side) =>
      ['count', 'sum'].map((what) => {
        const name = `http_server_${side}_body_size_bytes_${what}`;
        return after.sum(name) - before.sum(name);
      }),
    );
  };
  const answered = async (path: string, init: RequestInit = {}): Promise<number> =>
    (await (await fetch(service.address + path, { ...init, headers: { ...bearer(), ...init.headers } })).arrayBuffer())
      .byteLength;
  let bytes = 0;
  expect(await sizes(async () => (bytes = await answered('/v1/me')))).toEqual([0, 0, 1, bytes]);
  expect(await sizes(() => answered('/v1/me', { method: 'HEAD' }))).toEqual([0, 0, 0, 0]);
  const csv = { accept: 'text/csv' };
  expect(await sizes(async () => (bytes = await answered('/v1/purchase-orders', { headers: csv })))).toEqual([
    ...[0, 0, 1],
    bytes,
  ]);
  expect(bytes).toBeGreaterThan(50);
  const body = JSON.stringify({ name: 'é'.repeat(300) });
  const json = { 'content-type': 'application/json' };
  const posted = await sizes(
    async () => (bytes = await answered('/v1/vendors', { method: 'POST', body, headers: json })),
  );
  expect(posted).toEqual([1, Buffer.byteLength(body), 1, bytes]);
  const chunked = await sizes(async () => {
    const sending = ask(`${service.address}/v1/vendors`, { method: 'POST', headers: { ...bearer(), ...json } });
    sending.write(body);
    sending.end();
    const [answer] = (await once(sending, 'response')) as [NodeJS.ReadableStream];
    answer.resume();
    await once(answer, 'end');
  });
  expect(chunked.slice(0, 2)).toEqual([1, Buffer.byteLength(body)]);
});

it.each([
  ['minute', 'professional'],
  ['day', 'professional'],
  ['minute', 'address'],
] as const)('request metrics count an exceeded limit per %s of the plan %s', async (window, plan) => {
  const { token } = await service.newTenant('professional');
  const refused = { allowed: false, limit: 1, remaining: 0, reset: 1, retryAfter: 1, refusedBy: window };
  jest.spyOn(service.app.get(RateLimiter), 'take').mockResolvedValue(refused);
  const refusals = (of: Metrics): number => of.sum('rate_limit_refusals_total', { plan, window });
  const before = await metrics();
  const caller = service.client().as(plan === 'address' ? undefined : token.token);
  const counted = await countedBy(() => caller.get('/me', 429));
  const after = await metrics();
  expect(counted).toEqual({ 'GET /v1/me 429 a': 1 });
  expect([
    refusals(after) - refusals(before),
    after.sum('rate_limit_refusals_total') - before.sum('rate_limit_refusals_total'),
  ]).toEqual([1, 1]);
});

it('metrics show the version', async () => {
  expect((await metrics()).of('service_build_info').map(({ labels, value }) => [labels, value])).toEqual([
    [{ version: expect.stringMatching(/^\d+\.\d+\.\d+/), node: process.versions.node }, 1],
  ]);
});
