import { gunzipSync } from 'node:zlib';
import { PREFIX } from '../../src/platform/http';
import { type Service, startApp, storyClock } from '../support/app';
import { documentOf } from '../support/documented';
import { exported } from '../support/exports';
import { imported } from '../support/imports';
import { ONE_FORM } from '../support/sampled';

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

describe.each(ONE_FORM)('parameter bom of CSV files, Form %s', (form) => {
  let service: Service;
  let ids: Readonly<Record<string, number>>;
  const paths = Object.entries(documentOf(form).openapi.paths)
    .filter(([, { get }]) => JSON.stringify(get?.responses['200'] ?? {}).match(/"text\/csv"|"application\/gzip"/))
    .map(([path]) => path);

  beforeAll(async () => {
    service = await startApp({ works: true, clock: storyClock() });
    const failed = await imported(service, 'vendors', 'external_id,name\nB1,شركة\nB2,\n');
    const export_ = await exported(service, { format: 'csv', resources: ['vendors'] });
    ids = { imports: failed.id, exports: export_.id };
  });
  afterAll(() => service.stop());

  const bytesOf = async (path: string, query = ''): Promise<{ status: number; bytes: Buffer }> => {
    const [, of = ''] = path.split('/');
    const filled = path.replace('{id}', String(ids[of])).replace('{resource}', 'vendors');
    const headers = { authorization: `Bearer ${service.tenant.token.token}`, accept: 'text/csv, application/gzip' };
    const reply = await fetch(`${service.address}${PREFIX[form]}${filled}${query}`, { headers });
    const bytes = Buffer.from(await reply.arrayBuffer());
    const length = reply.headers.get('content-length');
    if (length !== null) expect(bytes.length).toBe(Number(length));
    return { status: reply.status, bytes: path.includes('/files/') && reply.ok ? gunzipSync(bytes) : bytes };
  };

  it('exists on every CSV operation and on no other', () => {
    expect(paths).toEqual(
      expect.arrayContaining(['/purchase-orders', '/imports/{id}/errors', '/exports/{id}/files/{resource}']),
    );
    expect(paths.length).toBeGreaterThanOrEqual(9);
    const offering = Object.entries(documentOf(form).openapi.paths).filter(([, { get }]) =>
      get?.parameters?.some(({ name }) => name === 'bom'),
    );
    expect(offering.map(([path]) => path)).toEqual(paths);
  });

  it.each(paths)('adds a byte order mark to %s', async (path) => {
    const [plain, marked] = [await bytesOf(path), await bytesOf(path, '?bom=true')];
    expect([plain.status, marked.status]).toEqual([200, 200]);
    expect(plain.bytes.subarray(0, 3).equals(BOM)).toBe(false);
    expect(marked.bytes.equals(Buffer.concat([BOM, plain.bytes]))).toBe(true);
    expect((await bytesOf(path, '?bom=false')).bytes.equals(plain.bytes)).toBe(true);
    const wrong = await bytesOf(path, '?bom=yes');
    expect([wrong.status, wrong.bytes.toString()]).toEqual([400, expect.stringContaining('"bom":[')]);
  });

  it('produces a file that an import accepts', async () => {
    const { bytes } = await bytesOf('/imports/{id}/errors', '?bom=true');
    const again = await imported(service, 'vendors', Buffer.from(bytes.toString().replace('B2,', `B2-${form},Name`)));
    expect(again).toMatchObject({ created: 1, rows_failed: 0 });
  });

  it('changes no JSON response and no NDJSON file', async () => {
    const { data } = (await service.client({ form }).call('GET', '/audit-log?bom=true', 200)).body;
    expect(data.length).toBeGreaterThan(0);
    const { id } = await exported(service, { format: 'ndjson', resources: ['vendors'] });
    const url = `${service.address}${PREFIX[form]}/exports/${id}/files/vendors?bom=true`;
    const reply = await fetch(url, { headers: { authorization: `Bearer ${service.tenant.token.token}` } });
    expect(gunzipSync(Buffer.from(await reply.arrayBuffer())).toString()).toMatch(/^\{/);
  });
});
