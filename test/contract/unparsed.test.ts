import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SystemClock } from '../../src/common/clock';
import { PREFIX, type Form } from '../../src/platform/http';
import { PublicAddress } from '../../src/platform/http/request/address';
import { answerUnparsed } from '../../src/platform/http/errors/unparsed';
import { Service, startApp } from '../support/app';
import type { Loose } from '../support/client';
import { documentOf } from '../support/documented';
import { RawAnswer, openSocket, readAnswers, sendRaw } from '../support/raw-http';
import { ONE_FORM } from '../support/sampled';

const SETTINGS = { PUBLIC_URL: undefined, TENANT_HOST_SUFFIX: undefined, TRUSTED_PROXY_HOPS: 0 };
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Expects one error response in the shape of its form, or the plain one, with its request id. */
function shown(answers: readonly RawAnswer[], form: Form | undefined, status: number): RawAnswer {
  expect(answers.map((one) => one.status)).toEqual([status]);
  const [answer] = answers as [RawAnswer];
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    date: expect.stringMatching(/GMT$/),
  });
  expect(Number(answer.headers['content-length'])).toBe(answer.text.length);
  const body: Loose = JSON.parse(answer.text);
  expect(documentOf(form ?? 'a').faults('GET', '/vendors', status, 'application/json', body)).toEqual([]);
  if (form !== 'b') expect(body.meta.request_id).toBe(answer.headers['x-request-id']);
  return answer;
}

describe('bytes that are not an HTTP request', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.stop());

  const bearer = (): string => `Authorization: Bearer ${service.tenant.token.token}`;

  describe.each([
    ['Form A', 'a', `${PREFIX.a}/vendors`],
    ['Form B', 'b', `${PREFIX.b}/vendors`],
    ['neither form', undefined, '/nothing'],
  ] as const)('of %s', (_name, form, path) => {
    it.each([
      ['an unknown method', (to: string) => `FETCH ${to} HTTP/1.1\r\nHost: a\r\n\r\n`],
      ['another protocol', (to: string) => `GET ${to} FTP/1.0\r\nHost: a\r\n\r\n`],
      ['a space in the path', (to: string) => `GET ${to}/a b HTTP/1.1\r\nHost: a\r\n\r\n`],
      ['bytes outside ASCII in the path', (to: string) => `GET ${to}/\xe9 HTTP/1.1\r\nHost: a\r\n\r\n`],
      ['a header without a colon', (to: string) => `GET ${to} HTTP/1.1\r\nHost: a\r\nnothing\r\n\r\n`],
      ['a space before the colon', (to: string) => `GET ${to} HTTP/1.1\r\nHost : a\r\n\r\n`],
      ['a zero byte', (to: string) => `GET ${to} HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n`],
      [
        'two Content-Length headers',
        (to: string) => `POST ${to} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      ],
      ['an invalid Content-Length', (to: string) => `POST ${to} HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n`],
      [
        'Content-Length and chunks',
        (to: string) => `POST ${to} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
      ],
    ])('get 400: %s', async (_what, bytesOf) => {
      const answer = shown(await sendRaw(service.address, bytesOf(path)), form, 400);
      expect(answer.headers['x-request-id']).toMatch(UUID);
    });

    it('get 431 with a head that is too large', async () => {
      const head = `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Filler: ${'a'.repeat(200_000)}\r\n\r\n`;
      expect(shown(await sendRaw(service.address, head), form, 431).headers['x-request-id']).toMatch(UUID);
    });

    it('get no body if the method is HEAD', async () => {
      const [answer] = await sendRaw(service.address, `HEAD ${path} HTTP/1.1\r\nHost : a\r\n\r\n`);
      expect([answer?.status, answer?.text]).toEqual([400, '']);
      expect(Number(answer?.headers['content-length'])).toBeGreaterThan(0);
    });
  });

  it.each(['\0\0\0\0', '\x16\x03\x01\x02\x00\x01\x00\x01', 'hello', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'])(
    'get a plain 400 if they contain no path: %j',
    async (bytes) => {
      const socket = await openSocket(service.address);
      const answers = readAnswers(socket);
      socket.end(Buffer.from(bytes, 'latin1'));
      shown(await answers, undefined, 400);
    },
  );

  describe.each(ONE_FORM)('in the body of a request of Form %s', (form) => {
    const post = (body: string): string =>
      [
        `POST ${PREFIX[form]}/vendors HTTP/1.1`,
        'Host: a',
        bearer(),
        'X-Request-Id: mine',
        'Accept-Language: ar',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        '',
        body,
      ].join('\r\n');

    it.each([
      ['an invalid chunk size', 400, '5\r\n{"nam\r\nXYZ\r\n'],
      ['a chunk longer than its size', 400, '2\r\n{"name"'],
      ['endless chunk extensions', 413, `1;${'a'.repeat(20_000)}\r\n{`],
    ])('get an error response for that request: %s', async (_what, status, chunks) => {
      const [answer] = await sendRaw(service.address, post(chunks));
      expect(answer?.status).toBe(status);
      expect(answer?.headers).toMatchObject({
        'x-request-id': 'mine',
        'content-language': 'ar',
        connection: 'close',
        'x-content-type-options': 'nosniff',
      });
      const body: Loose = JSON.parse(Buffer.from(answer?.text ?? '', 'latin1').toString());
      expect(body.error.code).toBe(status === 400 ? 'BAD_REQUEST' : 'PAYLOAD_TOO_LARGE');
      expect(body.error.message).toMatch(/[\u0600-\u06ff]/);
    });
  });

  it('get their response after those of earlier requests on the connection', async () => {
    const me = `GET /v1/me HTTP/1.1\r\nHost: a\r\n${bearer()}\r\n\r\n`;
    const answers = await sendRaw(service.address, `${me}${me}nonsense\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  });

  it('do not include a request with an unknown Expect header', async () => {
    const head = `GET /v1/me HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: the-unexpected\r\n${bearer()}\r\n\r\n`;
    expect((await sendRaw(service.address, head)).map(({ status }) => status)).toEqual([200]);
  });

  it('leave the service available', async () => {
    await service.client().get('/me');
  });
});

describe('a connection', () => {
  let server: Server;
  let address: string;
  /** Called when a response has started. */
  const begun = jest.fn();

  beforeAll(async () => {
    server = createServer({ connectionsCheckingInterval: 20, requireHostHeader: false }, (request, response) => {
      Object.assign(request, { form: 'b', requestId: 'known', language: 'en', docs: 'https://api.example/docs' });
      response.setHeader('X-Request-Id', 'known');
      response.setHeader('Cache-Control', 'no-store');
      if (request.url !== '/begun') return;
      response.write('one half');
      begun();
    });
    answerUnparsed(server, new SystemClock(), new PublicAddress(SETTINGS));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Sets the timeouts to 1 ms during `work`. */
  const timeIsUp = async (work: () => Promise<void>): Promise<void> => {
    const { headersTimeout, requestTimeout } = server;
    server.headersTimeout = server.requestTimeout = 1;
    await work().finally(() => Object.assign(server, { headersTimeout, requestTimeout }));
  };

  it('with an incomplete head gets 408', async () => {
    const head = 'GET /v1/vendors HTTP/1.1\r\nHost: a\r\n';
    await timeIsUp(async () => void shown(await sendRaw(address, head), undefined, 408));
  });

  it('with an incomplete body gets 408 in the shape of its form', async () => {
    const socket = await openSocket(address);
    const answers = readAnswers(socket);
    const head = 'POST /api/v1/vendors HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{';
    const arrived = once(server, 'request');
    socket.write(head);
    await arrived;
    await timeIsUp(async () => {
      expect(shown(await answers, 'b', 408).headers['x-request-id']).toBe('known');
    });
  });

  it('with a started response is closed, and no error is written into it', async () => {
    const socket = await openSocket(address);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
    socket.write('POST /begun HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n');
    while (!Buffer.concat(chunks).includes('one half')) await once(socket, 'data');
    socket.write('nonsense\r\n');
    await once(socket, 'close');
    expect(begun).toHaveBeenCalledTimes(1);
    expect(
      Buffer.concat(chunks)
        .toString()
        .match(/HTTP\/1\.1/g),
    ).toHaveLength(1);
  });
});
