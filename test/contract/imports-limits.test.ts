import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import os from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PREFIX } from '../../src/platform/http';
import { type Service, startApp } from '../support/app';
import { type ImportReply, sendImport, type Sending } from '../support/imports';
import { asOwner } from '../support/purchase-orders';
import { until } from '../support/until';
import { ONE_FORM } from '../support/sampled';

const HEAD = 'external_id,name\n';
const GZIP = { 'content-encoding': 'gzip' };
const NDJSON = 'application/x-ndjson';
const MB = 1024 * 1024;

describe('limits of import uploads', () => {
  let service: Service;
  const folder = mkdtempSync(join(os.tmpdir(), 'imports-limits-'));

  /** Sizes of the files that the service receives or checks. */
  const files = (): number[] =>
    readdirSync(folder)
      .filter((name) => name.startsWith('procurement-uploads-'))
      .flatMap((name) => readdirSync(join(folder, name)).map((file) => sizeOf(join(folder, name, file))));
  const areGone = (): Promise<void> => until(() => files().length === 0);

  beforeAll(async () => {
    jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
    // 4 MiB per tenant, 8 MiB in total. An upload may last as long as the others of its test.
    const limits = { IMPORT_MAX_MB: '4', IMPORT_MAX_INSTANCE_MB: '8', HTTP_REQUEST_TIMEOUT_MS: '600000' };
    service = await startApp({ env: { ...limits, PROCESS_ROLE: 'api' } });
  });
  afterAll(async () => {
    await service.stop();
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });
  afterEach(areGone);

  const count = async (): Promise<number> => {
    const [row] = await asOwner<{ n: number }>(service, 'SELECT count(*)::int AS n FROM imports');
    return row?.n ?? 0;
  };
  const messageOf = ({ body }: ImportReply): string => (body.error?.details ?? body.errors).file[0];

  /** An upload whose first part has been received and whose end has not been sent. */
  const slowly = async (token: string, part: string): Promise<{ end(): Promise<number>; stop(): void }> => {
    const url = `${service.address}${PREFIX.a}/imports?resource=vendors`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
    const sending = request(url, { method: 'POST', headers });
    const answer = new Promise<number>((resolve, reject) => {
      sending.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)));
      sending.on('error', reject);
    });
    answer.catch(() => undefined);
    const received = (): number => files().filter((size) => size === part.length).length;
    const before = received();
    sending.write(part);
    await until(() => received() > before);
    const end = (): Promise<number> => {
      sending.end();
      return answer;
    };
    return { end, stop: () => void sending.destroy() };
  };

  describe.each(ONE_FORM)('Form %s', (form) => {
    it.each<[string, Buffer, string, RegExp, RegExp]>([
      [
        'blank lines',
        Buffer.from('\n'.repeat(4_000_000)),
        NDJSON,
        /100000 blank lines/,
        /الأسطر الفارغة في الملف يتجاوز 100000/,
      ],
      ['blank lines in CSV', Buffer.from(HEAD + '\r\n'.repeat(200_000)), 'text/csv', /blank lines/, /الأسطر الفارغة/],
      ['a long row of quotes', Buffer.from(HEAD + '"'.repeat(MB)), 'text/csv', /line 2 is longer than 512 KiB/, /512/],
      ['a long line', Buffer.from(`{"name":"${'x'.repeat(3 * MB)}"}`), NDJSON, /Line 1 is longer than 2048/, /2048/],
    ])('returns 422 for %s, in both languages, and deletes the file', async (_, file, type, english, arabic) => {
      const imports = await count();
      for (const [language, message] of [['en', english] as const, ['ar', arabic] as const]) {
        const headers = { ...GZIP, 'accept-language': language };
        const reply = await sendImport(service, 'vendors', gzipSync(file), { form, type, headers });
        expect(reply.status).toBe(422);
        expect(messageOf(reply)).toMatch(message);
        expect(files()).toEqual([]);
      }
      expect(await count()).toBe(imports);
    });

    it('returns 503 with Retry-After while other files use the total limit, and accepts the file later', async () => {
      const others = [await service.newTenant(), await service.newTenant()];
      const part = `${HEAD}${'V1,x\n'.repeat(700_000)}`;
      const slow = [];
      for (const { token } of others) slow.push(await slowly(token.token, part));
      const file = `${HEAD}V1,${'x'.repeat(200)}\n${'V1,x\n'.repeat(400_000)}`;
      const sending: Sending = { form, token: (await service.newTenant()).token.token };
      const refused = await sendImport(service, 'vendors', file, sending);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      for (const one of slow) one.stop();
      await areGone();
      // The file has too many rows. The service detects that only after it has received the file.
      expect((await sendImport(service, 'vendors', file, sending)).status).toBe(422);
    });
  });

  it('returns 429 for twenty uploads and open imports together', async () => {
    const { token } = await service.newTenant();
    const sending: Sending = { token: token.token };
    const slow = await slowly(token.token, `${HEAD}V1,x\n`);
    for (let sent = 1; sent <= 19; sent += 1) {
      expect((await sendImport(service, 'vendors', `${HEAD}V1,x\n`, sending)).status).toBe(202);
    }
    const refused = await sendImport(service, 'vendors', `${HEAD}V1,x\n`, sending);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await slow.end()).toBe(202);
    expect((await sendImport(service, 'vendors', `${HEAD}V1,x\n`, sending)).status).toBe(429);
  });

  it('replays the twentieth import for its key and returns 429 for another key', async () => {
    const { token } = (await service.newTenant()).token;
    const send = (key: string): Promise<ImportReply> =>
      sendImport(service, 'vendors', `${HEAD}V1,x\n`, { token, headers: { 'idempotency-key': key } });
    for (let sent = 1; sent <= 19; sent += 1) {
      expect((await sendImport(service, 'vendors', `${HEAD}V1,x\n`, { token })).status).toBe(202);
    }
    const first = await send('twentieth');
    const again = await send('twentieth');
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 202, 'true']);
    expect(again.body).toEqual(first.body);
    const stored = await asOwner(service, 'SELECT id FROM stored_objects');
    const refused = await send('another');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(refused.body.error.code).toBe('RATE_LIMIT_EXCEEDED');
    expect(await asOwner(service, 'SELECT id FROM stored_objects')).toEqual(stored);
    await asOwner(service, `UPDATE imports SET status = 'failed', finished_at = now() WHERE id = $1`, [
      first.body.data.id,
    ]);
    expect((await send('another')).status).toBe(202);
  });

  it('returns 429 for an upload with a key during twenty other uploads', async () => {
    const { token } = (await service.newTenant()).token;
    const slow = [];
    for (let sent = 1; sent <= 20; sent += 1) slow.push(await slowly(token, `${HEAD}V1,x\n`));
    const sending: Sending = { token, headers: { 'idempotency-key': 'next' } };
    expect((await sendImport(service, 'vendors', `${HEAD}V1,x\n`, sending)).status).toBe(429);
    for (const one of slow) one.stop();
    await areGone();
    expect((await sendImport(service, 'vendors', `${HEAD}V1,x\n`, sending)).status).toBe(202);
  });

  it('deletes the file of a client that disconnects and no longer counts it', async () => {
    const { token } = await service.newTenant();
    for (let sent = 1; sent <= 25; sent += 1) {
      const slow = await slowly(token.token, `${HEAD}${'V1,x\n'.repeat(100_000)}`);
      slow.stop();
      await areGone();
    }
    const reply = await sendImport(service, 'vendors', `${HEAD}V1,x\n`, { token: token.token });
    expect(reply.status).toBe(202);
  });
});

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
