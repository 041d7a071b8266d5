import { gzipSync } from 'node:zlib';
import { type Service, startApp } from '../support/app';
import type { Client, Reply } from '../support/client';
import { aDraft, aVendor } from '../support/purchase-orders';
import { fingerprint } from '../support/whole-tenant';
import { ONE_FORM } from '../support/sampled';

/** شركة in Windows-1256. */
const WINDOWS_1256 = Buffer.from([0xd4, 0xd1, 0xdf, 0xc9]);
/** A body whose name has these bytes, at offset 9. */
const named = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from('{"name":"'), bytes, Buffer.from('"}')]);
const atOffset = (offset: number): string => `at offset ${offset},`;

describe.each(ONE_FORM)('bytes that are not UTF-8, Form %s', (form) => {
  let service: Service;
  let admin: Client;
  let vendorId: number;
  let orderId: number;
  let before: Readonly<Record<string, string>>;

  beforeAll(async () => {
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
    admin = service.client({ form });
    vendorId = (await aVendor(service.client())).id;
    orderId = (await aDraft(service.client(), vendorId)).id;
    before = await fingerprint(service);
  });
  afterAll(async () => service.stop());

  const refusal = ({ status, body }: Reply): unknown[] => [status, body.error.code, body.error.message];
  const fieldsOf = ({ body }: Reply): object => (form === 'a' ? body.error.details : body.errors) ?? {};

  it('returns 400 with the offset when a field of a JSON body is in Windows-1256', async () => {
    const body = named(WINDOWS_1256);
    for (const [method, path] of [
      ['POST', '/vendors'],
      ['PUT', `/vendors/${vendorId}`],
      ['POST', '/departments'],
    ] as const) {
      const reply = await admin.raw(method, path, body);
      expect(refusal(reply)).toEqual([400, 'BAD_REQUEST', expect.stringContaining(atOffset(9))]);
    }
    const arabic = await admin.raw('POST', '/vendors', body, { headers: { 'accept-language': 'ar' } });
    expect(refusal(arabic)).toEqual([400, 'BAD_REQUEST', expect.stringMatching(/UTF-8.* 9/)]);
    expect(await fingerprint(service)).toEqual(before);
  });

  it.each([
    ['an overlong encoding', named(Buffer.from([0xc0, 0xaf])), 9],
    ['a surrogate', named(Buffer.from([0x61, 0xed, 0xa0, 0x80])), 10],
    ['a truncated character', Buffer.from('{"name":"م').subarray(0, -1), 9],
    ['bytes in a key', Buffer.concat([Buffer.from('{"'), WINDOWS_1256, Buffer.from('":1}')]), 2],
    ['bytes outside of strings', Buffer.concat([Buffer.from('{}'), WINDOWS_1256]), 2],
    ['UTF-16 with a byte order mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{}', 'utf16le')]), 0],
  ])('returns 400 with the offset for %s', async (_what, body, offset) => {
    const reply = await admin.raw('POST', '/vendors', body);
    expect(refusal(reply)).toEqual([400, 'BAD_REQUEST', expect.stringContaining(atOffset(offset))]);
  });

  it('returns 400 for UTF-16 without a byte order mark', async () => {
    const reply = await admin.raw('POST', '/vendors', Buffer.from('{"name":"A"}', 'utf16le'));
    expect([reply.status, reply.body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('counts the offset in the decompressed body', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const reply = await admin.raw('POST', '/vendors', gzipSync(named(WINDOWS_1256)), { headers });
    expect(refusal(reply)).toEqual([400, 'BAD_REQUEST', expect.stringContaining(atOffset(9))]);
  });

  it('returns 400 to a caller without a token as well', async () => {
    const body = Buffer.concat([Buffer.from('{"token":"'), WINDOWS_1256, Buffer.from('"}')]);
    const reply = await admin.as(undefined).raw('POST', '/invitations/accept', body);
    expect(refusal(reply)).toEqual([400, 'BAD_REQUEST', expect.stringContaining(atOffset(10))]);
  });

  it.each(['windows-1256', 'iso-8859-1', 'us-ascii', '"utf-16"', 'utf-8; charset=windows-1256'])(
    'returns 415 when the declared charset is %s',
    async (charset) => {
      const bodies: [string, string, Uint8Array][] = [
        ['/vendors', 'application/json', Buffer.from('{"name":"A"}')],
        ['/imports?resource=vendors', 'application/x-ndjson', Buffer.from('{"external_id":"V-1","name":"A"}\n')],
        [
          `/purchase-orders/${orderId}/documents`,
          'multipart/form-data; boundary=b',
          formOf(Buffer.from('filename="a.txt"')),
        ],
      ];
      // These two are allowed for CSV files.
      if (charset !== 'windows-1256' && charset !== 'iso-8859-1') {
        bodies.push(['/imports?resource=vendors', 'text/csv', Buffer.from('external_id,name\nV-1,A\n')]);
      }
      for (const [path, type, body] of bodies) {
        const headers = { 'content-type': `${type}; charset=${charset}` };
        const reply = await admin.raw('POST', path, body, { headers });
        expect(refusal(reply)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE', expect.stringContaining('utf-8')]);
      }
      expect(await fingerprint(service)).toEqual(before);
    },
  );

  it('returns 400 when the name of an uploaded file is not UTF-8', async () => {
    const path = `/purchase-orders/${orderId}/documents`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const disposed = [
      Buffer.concat([Buffer.from('filename="'), WINDOWS_1256, Buffer.from('.txt"')]),
      Buffer.from("filename*=UTF-8''%D4%D1.txt"),
    ];
    for (const disposition of disposed) {
      const reply = await admin.raw('POST', path, formOf(disposition), { headers });
      expect(refusal(reply)).toEqual([400, 'BAD_REQUEST', expect.stringContaining('UTF-8')]);
    }
    expect(await fingerprint(service)).toEqual(before);
  });

  it('returns 400 naming the query parameters whose percent-escapes are not UTF-8', async () => {
    const reply = await admin.raw('GET', '/vendors?search=%D4%D1%DF%C9&page=1');
    expect([reply.status, fieldsOf(reply)]).toEqual([400, { search: ['The percent-escapes must be UTF-8.'] }]);
    const name = await admin.raw('GET', '/vendors?%D4=1');
    expect([name.status, Object.keys(fieldsOf(name))]).toEqual([400, ['%D4']]);
    expect((await admin.raw('GET', '/vendors?search=50%')).status).toBe(200);
  });

  it('returns 400 when a percent-escape of the path is not UTF-8', async () => {
    const reply = await admin.raw('GET', '/vendors/by-external-id/%D4%D1');
    expect([reply.status, reply.body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('accepts a byte order mark and every spelling of the charset UTF-8', async () => {
    const body = Buffer.from('\uFEFF{"name":"شركة \uFFFD"}');
    for (const type of ['application/json', 'application/json; charset="UTF-8"', 'application/json;charset=utf-8']) {
      const reply = await admin.raw('POST', '/vendors', body, { headers: { 'content-type': type } });
      expect([reply.status, reply.body.data.name]).toEqual([201, 'شركة \uFFFD']);
    }
  });
});

/**
 * A form with one text file.
 * @param name the parameter of the part's `Content-Disposition` with the file name
 */
function formOf(name: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; '),
    name,
    Buffer.from('\r\nContent-Type: text/plain\r\n\r\ntext\r\n--b--\r\n'),
  ]);
}
