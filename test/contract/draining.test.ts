import { once } from 'node:events';
import { Agent, request, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENVIRONMENT } from '../../src/platform/config';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { type Service, startApp } from '../support/app';
import { awaitedLater } from '../support/awaited-later';
import type { Loose } from '../support/client';
import { upload } from '../support/documents/upload';
import { SAMPLES } from '../support/documents/samples';
import { PAPER } from '../support/purchase-orders';
import { until } from '../support/until';
import { eventually, subscribe } from '../support/webhooks/delivering';

/** Opens a connection and sends the text. Resolves when the service has read it. */
async function connectionWith(service: Service, text: string): Promise<Socket> {
  const accepted = once(service.app.getHttpServer(), 'connection');
  const { hostname, port } = new URL(service.address);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.write(text);
  const [serving] = (await accepted) as [Socket];
  await until(() => serving.bytesRead === text.length);
  return socket.resume();
}

const ALIVE = 'GET /health/live HTTP/1.1\r\nHost: service\r\nConnection: close\r\n\r\n';

/** Requests /health/live on a new connection. Returns the status line. */
async function isAlive(service: Service): Promise<string | undefined> {
  const { hostname, port } = new URL(service.address);
  const socket = connect(Number(port), hostname);
  socket.write(ALIVE);
  return (await text(socket)).split('\r\n')[0];
}

/** Its connections stay open until the service closes them. */
const agent = new Agent({ keepAlive: true });

function call(service: Service, method: string, path: string): ClientRequest {
  return request(service.address + path, {
    agent,
    method,
    headers: { authorization: `Bearer ${service.tenant.token.token}`, 'content-type': 'application/json' },
  });
}

async function answerTo(asked: ClientRequest): Promise<{ headers: Loose; status: number | undefined; body: Loose }> {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { headers: answer.headers, status: answer.statusCode, body: await json(answer) };
}

afterAll(() => agent.destroy());

describe('shutdown', () => {
  let receiver: WebhookReceiver;
  let service: Service;

  beforeEach(async () => {
    receiver = await WebhookReceiver.listen();
    service = await startApp({ books: false, trusts: receiver });
  });
  afterEach(async () => {
    await service.stop();
    await receiver.close();
  });

  it('finishes requests in progress and does not wait for idle keep-alive connections', async () => {
    const vendor = await service.client().post('/vendors', { name: 'Najd Steel' }, 201);
    const body = JSON.stringify({ vendor_id: vendor.id, items: [PAPER] });
    const asked = call(service, 'POST', '/v1/purchase-orders');
    const answered = awaitedLater(answerTo(asked));
    asked.write(body.slice(0, 10));
    await once(service.app.getHttpServer(), 'request');

    const closed = awaitedLater(service.stop());
    await eventually(() => Promise.resolve(!service.app.getHttpServer().listening));
    asked.end(body.slice(10));

    const { status, headers, body: made } = await answered;
    expect(made).toMatchObject({ data: { po_number: expect.stringMatching(/^PO-/) } });
    expect([status, headers.connection]).toEqual([201, 'close']);
    await closed;
  });

  it('closes idle connections, and busy ones after their response', async () => {
    const vendor = await service.client().post('/vendors', { name: 'Najd Steel' }, 201);
    const order = await service.client().post('/purchase-orders', { vendor_id: vendor.id, items: [PAPER] }, 201);
    // Larger than the socket buffers: the response cannot end before the test reads it.
    const [name, , bytes] = SAMPLES.find(([file]) => file.endsWith('.pdf')) ?? SAMPLES[0] ?? ['', '', Buffer.alloc(0)];
    const file = Buffer.concat([bytes, Buffer.alloc(15 << 20)]);
    const { body } = await upload(service, order.id, name, file);
    const idle = await answerTo(call(service, 'GET', '/health/live').end());
    expect(idle.headers.connection).toBe('keep-alive');
    const asked = call(service, 'GET', body.data.url).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.headers.connection).toBe('keep-alive');

    // Without a shutdown the connection stays idle for ten minutes (`startApp`). The header timeout must not close it.
    Object.assign(service.app.get<object>(ENVIRONMENT), { HTTP_HEADERS_TIMEOUT_MS: 3_600_000 });
    const closed = awaitedLater(service.stop());
    await eventually(() => Promise.resolve(!service.app.getHttpServer().listening));
    let read = 0;
    for await (const chunk of answer) read += (chunk as Buffer).length;
    expect(read).toBe(file.length);
    await closed;
  });

  it('answers a request on a connection that was open and idle before', async () => {
    const opened = await connectionWith(service, '');
    const closed = awaitedLater(service.stop());
    // The service waits only one second for the first byte: looks every turn, not every 50 ms.
    while (service.app.getHttpServer().listening) await new Promise(setImmediate);
    // Several turns of the event loop, like a proxy that has just connected.
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    const answered = text(opened.pause());
    opened.write('GET /health/live HTTP/1.1\r\nHost: service\r\n\r\n');
    expect(await answered).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: close/);
    await closed;
  });

  it('answers requests on all connections that arrive before the port closes', async () => {
    const answers = awaitedLater(Array.from({ length: 50 }, () => isAlive(service)));
    // At the next tick the kernel has all connections and Node has accepted none.
    await new Promise((resolve) => process.nextTick(resolve));
    await service.app.getHttpAdapter().close();
    expect(await Promise.all(answers)).toEqual(answers.map(() => 'HTTP/1.1 200 OK'));
  });

  it('answers a request that arrives while the port is about to close', async () => {
    await isAlive(service);
    const closed = awaitedLater(service.app.getHttpAdapter().close());
    expect(await isAlive(service)).toBe('HTTP/1.1 200 OK');
    expect(service.app.getHttpServer().listening).toBe(false);
    await closed;
  });

  it('closes the port although requests continue to arrive', async () => {
    await isAlive(service);
    const closed = awaitedLater(service.app.getHttpAdapter().close());
    while (service.app.getHttpServer().listening) {
      isAlive(service).catch(() => undefined);
      await sleep(10);
    }
    await closed;
  });

  it('waits at most one second for a connection without data', async () => {
    const silent = await connectionWith(service, '');
    const closed = awaitedLater(once(silent, 'close'));
    await service.stop();
    await closed;
  });

  it('reports draining on open connections while a delivery is in progress', async () => {
    await subscribe(service, receiver);
    const delivery = new Promise<ServerResponse>((resolve) => {
      receiver.respond = (_call, response) => resolve(response);
    });
    await service.client().post('/vendors', { name: 'Najd Steel' }, 201);
    const held = await delivery;
    const ready = await answerTo(call(service, 'GET', '/health/ready').end());
    expect([ready.headers.connection, ready.body.checks.process]).toEqual(['keep-alive', 'ok']);

    const closed = awaitedLater(service.stop());
    let draining = ready;
    await eventually(async () => {
      draining = await answerTo(call(service, 'GET', '/health/ready').end());
      return draining.status === 503;
    });
    expect(draining.headers.connection).toBe('close');
    expect(draining.body.checks).toMatchObject({ database: 'ok', process: 'draining' });
    held.end();
    await closed;
  });
});

describe('shutdown during incomplete requests', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startApp({
      books: false,
      env: { HTTP_HEADERS_TIMEOUT_MS: '500', HTTP_REQUEST_TIMEOUT_MS: '1500' },
    });
    // Before the shutdown no timeout may close a connection, even on a slow machine.
    Object.assign(service.app.getHttpServer(), { headersTimeout: 600_000, requestTimeout: 600_000 });
  });
  afterAll(() => service.stop());

  it('closes their connections at the timeout and finishes responses to complete requests', async () => {
    const vendor = await service.client().post('/vendors', { name: 'Najd Steel' }, 201);
    const order = await service.client().post('/purchase-orders', { vendor_id: vendor.id, items: [PAPER] }, 201);
    const [name, , bytes] = SAMPLES.find(([file]) => file.endsWith('.pdf')) ?? SAMPLES[0] ?? ['', '', Buffer.alloc(0)];
    const file = Buffer.concat([bytes, Buffer.alloc(15 << 20)]);
    const { body } = await upload(service, order.id, name, file);
    const [answer] = (await once(call(service, 'GET', body.data.url).end(), 'response')) as [IncomingMessage];

    const head = 'POST /v1/vendors HTTP/1.1\r\nHost: service\r\n';
    const rest = `Authorization: Bearer ${service.tenant.token.token}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n`;
    const halfHead = await connectionWith(service, head);
    const halfBody = await connectionWith(service, `${head}${rest}{"nam`);
    const cut = Promise.all([once(halfHead, 'close'), once(halfBody, 'close')]);

    const closed = awaitedLater(service.stop());
    await cut;
    let read = 0;
    for await (const chunk of answer) read += (chunk as Buffer).length;
    expect(read).toBe(file.length);
    await closed;
  });
});
