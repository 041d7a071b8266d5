import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Service, startApp } from '../support/app';

describe('a slow request', () => {
  let service: Service;
  let connection: { readonly host: string; readonly port: number };
  beforeAll(async () => {
    service = await startApp({ env: { HTTP_HEADERS_TIMEOUT_MS: '500', HTTP_REQUEST_TIMEOUT_MS: '1500' } });
    connection = { host: '127.0.0.1', port: Number(new URL(service.address).port) };
  });
  afterAll(() => service.stop());

  /** Sends the text. Resolves with the response once the service has closed the connection. */
  async function answerTo(text: string): Promise<string> {
    const socket = connect(connection);
    const read: Buffer[] = [];
    socket.on('data', (chunk) => read.push(chunk)).on('error', () => undefined);
    socket.write(text);
    await once(socket, 'close');
    return Buffer.concat(read).toString();
  }

  async function healthOver(socket: Socket): Promise<string> {
    socket.write('GET /health/live HTTP/1.1\r\nHost: service\r\n\r\n');
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    return chunk.toString().split('\r\n', 1)[0] ?? '';
  }

  it('gets 408 and is disconnected during head or body, while an idle connection stays open', async () => {
    const idle = connect(connection);
    expect(await healthOver(idle)).toBe('HTTP/1.1 200 OK');

    const head = 'POST /v1/vendors HTTP/1.1\r\nHost: service\r\n';
    expect(await answerTo(head)).toMatch(/^HTTP\/1\.1 408 /);
    const rest = `Authorization: Bearer ${service.tenant.token.token}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n`;
    expect(await answerTo(`${head}${rest}{"nam`)).not.toMatch(/^HTTP\/1\.1 2/);
    expect((await service.owner.query('SELECT id FROM vendors')).rows).toEqual([]);

    expect(await healthOver(idle)).toBe('HTTP/1.1 200 OK');
    idle.destroy();
  });

  it('may take ten seconds for the head and a minute in total by default', async () => {
    const usual = await startApp({
      beside: service,
      env: { HTTP_HEADERS_TIMEOUT_MS: '', HTTP_REQUEST_TIMEOUT_MS: '' },
    });
    const { headersTimeout, requestTimeout } = usual.app.getHttpServer() as {
      headersTimeout: number;
      requestTimeout: number;
    };
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 60_000]);
    await usual.stop();
  });
});
