import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { DnsServer } from '../../../../../test/support/webhooks/dns-server';
import { issueCertificate, type ReceiverCertificate } from '../../../../../tools/receiver/certificate';
import { WebhookReceiver } from '../../../../../tools/receiver/webhook-receiver';
import { parseNetworks } from '../../domain/addresses';
import { AddressGuard } from './address-guard';
import { DnsResolver } from './name-resolver';
import { WebhookSender } from './webhook-sender';

const open = parseNetworks(['127.0.0.1/32']);
/** Long enough for a busy machine. Tests of the deadline use a short one. */
const PATIENCE = 20_000;
const DEADLINE = 700;

let certificate: ReceiverCertificate;
let receiver: WebhookReceiver;
let dns: DnsServer;
let sender: WebhookSender;
let closers: (() => Promise<void> | void)[];

const senderFor = (networks = open, pem = certificate.cert, deadline = PATIENCE) =>
  new WebhookSender(new AddressGuard(new DnsResolver([dns.server]), networks), {
    deadline,
    extraCa: { text: pem, version: 1 },
  });
const call = (url: string) => ({
  url,
  headers: { 'Content-Type': 'application/json', 'X-Mark': '1' },
  body: '{"a":"ي"}',
});
const send = (url = receiver.url()) => sender.send(call(url));

beforeAll(async () => {
  certificate = await issueCertificate(['hooks.test', '127.0.0.1']);
});

beforeEach(async () => {
  closers = [];
  dns = await new DnsServer((name) => (name === 'hooks.test' ? ['127.0.0.1'] : [])).listen();
  receiver = await WebhookReceiver.listen(certificate);
  sender = senderFor();
});

afterEach(async () => {
  for (const close of closers) await close();
  await receiver.close();
  await dns.close();
});

/** Starts a TLS or TCP listener with this connection handler; returns its URL. */
async function listener(kind: 'tls' | 'tcp', handle: (socket: Socket | TLSSocket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const each = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    handle(socket);
  };
  const server =
    kind === 'tls' ? createTlsServer({ cert: certificate.cert, key: certificate.key }, each) : createTcpServer(each);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Calls back at each interval until the socket is closed. */
function every(milliseconds: number, socket: Socket, tick: () => void): void {
  const timer = setInterval(tick, milliseconds);
  socket.on('close', () => clearInterval(timer));
}

describe('a call', () => {
  it('sends the given bytes and headers, and no header that invites an encoding or a second request', async () => {
    expect(await send(receiver.url('/in?x=1'))).toEqual({
      kind: 'response',
      status: 200,
      retryAfter: undefined,
      body: 'ok',
    });
    const [got] = receiver.calls;
    expect(got?.path).toBe('/in?x=1');
    expect(got?.body.toString('utf8')).toBe('{"a":"ي"}');
    expect(got?.headers).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      'content-type': 'application/json',
      'content-length': '10',
      'x-mark': '1',
      connection: 'keep-alive',
    });
  });

  it('resolves a name with the resolver and checks the certificate for that name', async () => {
    expect(await send(`https://hooks.test:${receiver.port}/`)).toMatchObject({ kind: 'response', status: 200 });
    expect(receiver.calls[0]?.headers.host).toBe(`hooks.test:${receiver.port}`);
    expect(dns.questions).toEqual(expect.arrayContaining(['A hooks.test', 'AAAA hooks.test']));
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %d', async (status) => {
    receiver.respond = (_call, response) => {
      response.writeHead(status, { location: receiver.url('/elsewhere') }).end();
    };
    expect(await send()).toMatchObject({ kind: 'response', status });
    expect(receiver.calls.map(({ path }) => path)).toEqual(['/hooks']);
  });

  it('returns status, Retry-After and body of an error response', async () => {
    receiver.respond = (_call, response) => {
      response.writeHead(503, { 'retry-after': '75' }).end('later');
    };
    expect(await send()).toEqual({ kind: 'response', status: 503, retryAfter: '75', body: 'later' });
  });
});

describe('certificate verification', () => {
  it('rejects a certificate of an unknown authority', async () => {
    sender = new WebhookSender(new AddressGuard(new DnsResolver([dns.server]), open), { deadline: PATIENCE });
    expect(await send()).toMatchObject({
      kind: 'network',
      code: expect.stringMatching(/UNABLE_TO_VERIFY|SELF_SIGNED/),
    });
    expect(receiver.calls).toEqual([]);
  });

  it('rejects it under NODE_TLS_REJECT_UNAUTHORIZED=0 too', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      sender = new WebhookSender(new AddressGuard(new DnsResolver([dns.server]), open), { deadline: PATIENCE });
      expect(await send()).toMatchObject({ kind: 'network' });
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
    expect(receiver.calls).toEqual([]);
  });

  it('rejects a certificate for another name', async () => {
    await dns.close();
    dns = await new DnsServer(() => ['127.0.0.1']).listen();
    sender = senderFor();
    expect(await send(`https://other.test:${receiver.port}/`)).toEqual({
      kind: 'network',
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });
});

describe('a network fault', () => {
  it('is distinguished from a timeout and never rejects', async () => {
    const gone = await listener('tcp', (socket) => socket.destroy());
    expect(await send(gone)).toMatchObject({ kind: 'network' });
    expect(await send('https://nowhere.test/')).toMatchObject({ kind: 'network' });
    const reset = await listener('tls', (socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'));
    });
    expect(await send(reset)).toMatchObject({ kind: 'network' });
    const nonsense = await listener('tls', (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'));
    expect(await send(nonsense)).toMatchObject({ kind: 'network' });
    const headers = await listener('tls', (socket) => {
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(200_000)}\r\n\r\n`));
    });
    expect(await send(headers)).toMatchObject({ kind: 'network', code: 'HPE_HEADER_OVERFLOW' });
    const upgrade = await listener('tls', (socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'));
    });
    expect(await send(upgrade)).toEqual({ kind: 'network', code: 'UNEXPECTED_UPGRADE' });
  });
});

describe('the deadline of the whole call', () => {
  const stalls: Readonly<Record<string, () => Promise<string>>> = {
    'a silent name server': async () => {
      await dns.close();
      dns = await new DnsServer(() => 'silence').listen();
      return 'https://silent.test/';
    },
    'a connection without a TLS handshake': () => listener('tcp', () => undefined),
    'a slow TLS handshake': () =>
      listener('tcp', (socket) => {
        socket.write(Buffer.from([0x16, 0x03, 0x03, 0x40, 0x00, 0x02]));
        every(50, socket, () => socket.write(Buffer.from([0])));
      }),
    'a request without a response': () => listener('tls', () => undefined),
    'slow headers': () =>
      listener('tls', (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        every(50, socket, () => socket.write('X-More: 1\r\n'));
      }),
    'endless interim responses': () =>
      listener('tls', (socket) => every(50, socket, () => socket.write('HTTP/1.1 102 Processing\r\n\r\n'))),
    'a slow body': () =>
      listener('tls', (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
        every(50, socket, () => socket.write('.'));
      }),
  };

  it.each(Object.entries(stalls))('ends %s', async (_name, stall) => {
    const url = await stall();
    sender = senderFor(open, certificate.cert, DEADLINE);
    const started = performance.now();
    expect(await send(url)).toEqual({ kind: 'timeout' });
    expect(performance.now() - started).toBeGreaterThan(DEADLINE - 20);
  });
});

describe('the response body', () => {
  it('is read to 64 KiB and saved to 4 KiB, and its length never changes the verdict', async () => {
    let written = 0;
    let closed: Promise<unknown> | undefined;
    const endless = await listener('tls', (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const pour = (): void => {
        while (!socket.destroyed && socket.write('x'.repeat(16_384))) written += 16_384;
        written += 16_384;
      };
      socket.on('drain', pour);
      closed = new Promise((resolve) => socket.on('close', resolve));
      pour();
    });
    const result = await send(endless);
    expect(result).toEqual({ kind: 'response', status: 200, retryAfter: undefined, body: 'x'.repeat(4096) });
    await closed;
    // Only the kernel's buffers on both sides took more: far less than an endless body.
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });

  it('allocates nothing for a claimed length of a gigabyte', async () => {
    const huge = await listener('tls', (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n${'y'.repeat(70_000)}`);
    });
    expect(await send(huge)).toMatchObject({ status: 200, body: 'y'.repeat(4096) });
  });

  it('is decoded from an encoding that was not requested, and only up to the saved size for a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024, 'z'), { level: 9 });
    receiver.respond = (_call, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    };
    const before = process.memoryUsage().rss;
    expect(await send()).toMatchObject({ status: 200, body: 'z'.repeat(4096) });
    expect(process.memoryUsage().rss - before).toBeLessThan(30 * 1024 * 1024);
  });

  it.each([
    ['gzip', gzipSync('hello'), 'hello'],
    ['br', brotliCompressSync('hello'), 'hello'],
    ['gzip', Buffer.from('not gzip at all'), ''],
    ['zstd', Buffer.from('?'), ''],
    ['identity', Buffer.from('plain'), 'plain'],
  ])('is saved as text with Content-Encoding %s', async (encoding, bytes, body) => {
    receiver.respond = (_call, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
    };
    expect(await send()).toMatchObject({ status: 200, body });
  });

  it('is cut between characters and contains no NUL', async () => {
    receiver.respond = (_call, response) => response.end(`\0${'ي'.repeat(4000)}`);
    expect(await send()).toMatchObject({ body: `\uFFFD${'ي'.repeat(2047)}` });
  });
});
