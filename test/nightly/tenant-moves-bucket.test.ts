import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, startApp } from '../support/app';
import { command } from '../support/command';
import { type ObjectStore, objectStore } from '../support/documents/object-store';
import { download, upload } from '../support/documents/upload';
import { aDraft, asOwner, aVendor } from '../support/purchase-orders';

const OFFERS = ['first', 'second', 'third'].map((name) => Buffer.from(`%PDF-1.4\n%${name}\n%%EOF\n`));
const COPY = 'copy';

describe('A tenant with files in a bucket', () => {
  let store: ObjectStore;
  let service: Service;
  let folder: string;
  const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

  beforeAll(async () => {
    Object.assign(process.env, credentials); // the AWS SDK reads them there
    store = await objectStore();
    service = await startApp({
      works: true,
      env: { STORAGE_DRIVER: 's3', S3_BUCKET: 'papers', S3_ENDPOINT: store.endpoint, S3_REGION: 'me-south-1' },
    });
    folder = mkdtempSync(join(tmpdir(), 'procurement-bucket-'));
  });
  afterAll(async () => {
    await service.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
    for (const name of Object.keys(credentials)) Reflect.deleteProperty(process.env, name);
  });

  const run = (...args: string[]) => command(service, ...args, '--quiet');
  const keysOf = (id: string): string[] => [...store.objects.keys()].filter((key) => key.startsWith(`/papers/${id}/`));

  it('is exported, imported as a copy and erased, each with its files', async () => {
    const { id, slug } = service.tenant.tenant;
    const draft = await aDraft(service.client(), (await aVendor(service.client())).id);
    for (const [index, bytes] of OFFERS.entries()) await upload(service, draft.id, `offer-${index}.pdf`, bytes);
    const archive = join(folder, 'archive');
    expect((await run('tenant:export', '--slug', slug, '--out', archive)).code).toBe(0);
    expect((await run('tenant:import', archive, '--unverified', '--slug', COPY, '--without-tokens')).code).toBe(0);
    const [copy] = await asOwner<{ id: string }>(service, 'SELECT id FROM tenants WHERE slug = $1', [COPY]);
    const bytesOf = (of: string): string[] =>
      keysOf(of)
        .map((key) => store.objects.get(key)?.bytes.toString() ?? '')
        .sort();
    expect(bytesOf(copy?.id ?? '')).toEqual(OFFERS.map(String).sort());
    expect((await run('documents:verify')).code).toBe(0);

    expect((await run('tenant:erase', '--slug', COPY, '--confirm', COPY)).code).toBe(0);
    expect(keysOf(copy?.id ?? '')).toEqual([]);
    expect(bytesOf(id)).toEqual(OFFERS.map(String).sort());
    const { attachments } = await service.client().get(`/purchase-orders/${draft.id}`);
    expect((await download(service, attachments[0].url)).status).toBe(200);
  });
});
