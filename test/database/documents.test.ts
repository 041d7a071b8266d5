import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { awaitedLater } from '../support/awaited-later';
import { ManualClock } from '../support/manual-clock';
import { systemActor } from '../../src/common/actor';
import type { TenantId, UserId } from '../../src/common/records/ids';
import { Transaction, UnitOfWork } from '../../src/platform/database';
import { Orphans } from '../../src/procurement/documents/storage/orphans';
import { DocumentStorage } from '../../src/procurement/documents/storage/document-storage';
import { FileVerification } from '../../src/procurement/documents/storage/file-verification';
import {
  StoredObjectsRepository,
  type ObjectRef,
} from '../../src/procurement/documents/storage/stored-objects.repository';
import { DocumentsService } from '../../src/procurement/documents/documents.service';
import { type Service, startApp } from '../support/app';
import { SAMPLES } from '../support/documents/samples';
import { download, upload } from '../support/documents/upload';
import { type ObjectStore, objectStore } from '../support/documents/object-store';
import { exported } from '../support/exports';
import { aDraft, aVendor, asOwner } from '../support/purchase-orders';
import { eventually } from '../support/webhooks/delivering';

const [NAME, TYPE, PDF] = SAMPLES[0] ?? ['', '', Buffer.alloc(0)];
const HOUR = 3_600_000;

describe('Stored documents', () => {
  const clock = new ManualClock('2026-03-10T09:00:00.000Z');
  const folder = mkdtempSync(join(tmpdir(), 'procurement-documents-'));
  let service: Service;
  let vendorId: number;

  beforeAll(async () => {
    service = await startApp({ works: true, clock });
    vendorId = (await aVendor(service.client())).id;
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const tenantId = (): TenantId => service.tenant.tenant.id;
  const objects = (): StoredObjectsRepository => service.app.get(StoredObjectsRepository);
  const sweep = (): Promise<number> => service.app.get(Orphans).sweep();
  const inTenant = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    service.app.get(UnitOfWork).run(tenantId(), work);
  const files = (): number =>
    readdirSync(service.environment.STORAGE_PATH, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length;
  const rows = async (): Promise<number> => (await asOwner(service, 'SELECT 1 FROM stored_objects')).length;

  /** An object as an upload writes it, without a document because its process died. */
  async function abandoned(): Promise<ObjectRef> {
    const object = await inTenant((tx) => objects().reserve(tx, PDF.length));
    const path = join(folder, 'file');
    writeFileSync(path, PDF);
    await service.app.get(DocumentStorage).put(object.key, { path, size: PDF.length, contentType: TYPE });
    return object;
  }

  async function insertDocument(tx: Transaction, orderId: number, object: ObjectRef): Promise<void> {
    await tx.query(
      `INSERT INTO documents (tenant_id, purchase_order_id, name, object_id, size, content_type, created_at)
       VALUES ($1, $2, 'x.pdf', $3, 1, 'application/pdf', $4)`,
      [tx.tenantId, orderId, object.id, clock.now()],
    );
  }

  it('are swept after a time if a dead process left them, and never if they belong to a document', async () => {
    const draft = await aDraft(service.client(), vendorId);
    const { data } = (await upload(service, draft.id, NAME, PDF)).body;
    const [before, known] = [files(), await rows()];
    await abandoned();
    await inTenant((tx) => objects().reserve(tx, PDF.length)); // died before its first byte
    expect([files(), await rows()]).toEqual([before + 1, known + 2]);
    clock.advance(HOUR - 1000);
    expect(await sweep()).toBe(0);
    clock.advance(2000);
    expect(await sweep()).toBe(2);
    expect([files(), await rows()]).toEqual([before, known]);
    expect(await sweep()).toBe(0);
    expect((await download(service, data.url)).bytes.equals(PDF)).toBe(true);
  });

  it('of a deleted draft are removed at once', async () => {
    const [before, known] = [files(), await rows()];
    const draft = await aDraft(service.client(), vendorId);
    for (const name of ['a.pdf', 'b.pdf']) await upload(service, draft.id, name, PDF);
    expect(files()).toBe(before + 2);
    await service.client().delete(`/purchase-orders/${draft.id}`, 204);
    await eventually(async () => files() === before && (await rows()) === known);
  });

  it('of a deleted draft are left to the sweep while the storage is unavailable', async () => {
    const before = files();
    const draft = await aDraft(service.client(), vendorId);
    await upload(service, draft.id, NAME, PDF);
    const storage = service.app.get(DocumentStorage);
    const away = jest.spyOn(storage, 'remove').mockRejectedValue(new Error('away'));
    await service.client().delete(`/purchase-orders/${draft.id}`, 204);
    await eventually(() => Promise.resolve(away.mock.calls.length === 1));
    away.mockRestore();
    expect(files()).toBe(before + 1);
    clock.advance(HOUR + 1000);
    expect(await sweep()).toBe(1);
    expect(files()).toBe(before);
  });

  it('of a deleted draft are held for the restore period, and counted', async () => {
    const holding = await startApp({ beside: service, clock, env: { STORAGE_HOLD_DAYS: '2' } });
    const before = files();
    const draft = await aDraft(service.client(), vendorId);
    await upload(service, draft.id, NAME, PDF);
    const stored = async (): Promise<unknown> =>
      (await asOwner(service, `SELECT stored_bytes FROM tenants WHERE id = '${tenantId()}'`))[0];
    const full = await stored();
    await holding.client().delete(`/purchase-orders/${draft.id}`, 204);
    await eventually(
      async () => (await asOwner(service, 'SELECT 1 FROM stored_objects WHERE held_until IS NOT NULL')).length === 1,
    );
    clock.advance(2 * 24 * HOUR);
    // An instance without a hold period does not remove objects held by another one.
    expect([await holding.app.get(Orphans).sweep(), await sweep()]).toEqual([0, 0]);
    expect([files(), await stored()]).toEqual([before + 1, full]);
    clock.advance(2 * HOUR);
    expect(await sweep()).toBe(1);
    expect(files()).toBe(before);
    await holding.stop();
  });

  it('are removed by the instance that held them after the period', async () => {
    const holding = await startApp({ beside: service, clock, env: { STORAGE_HOLD_DAYS: '2' } });
    const draft = await aDraft(service.client(), vendorId);
    await upload(service, draft.id, NAME, PDF);
    const stored = files();
    await holding.client().delete(`/purchase-orders/${draft.id}`, 204);
    await eventually(
      async () => (await asOwner(service, 'SELECT 1 FROM stored_objects WHERE held_until IS NOT NULL')).length === 1,
    );
    clock.advance(50 * HOUR);
    expect(await holding.app.get(Orphans).sweep()).toBe(1);
    expect(files()).toBe(stored - 1);
    await holding.stop();
  });

  it('of a deleted draft are held under a legal hold, and removed at its end', async () => {
    const hold = (since: string): Promise<unknown> =>
      asOwner(
        service,
        `UPDATE tenants SET legal_hold_reason = 'Case 7', legal_hold_since = ${since} WHERE id = '${tenantId()}'`,
      );
    const [before, known] = [files(), await rows()];
    const draft = await aDraft(service.client(), vendorId);
    await upload(service, draft.id, NAME, PDF);
    const [object] = await inTenant((tx) => objects().ofOrder(tx, draft.id));
    await hold('now()');
    await service.client().delete(`/purchase-orders/${draft.id}`, 204);
    // Called by a sweep that selected the object before the hold began.
    expect(object && (await service.app.get(Orphans).discard(object))).toBe('left');
    clock.advance(3 * HOUR);
    expect([await sweep(), files(), await rows()]).toEqual([0, before + 1, known + 1]);
    await hold('NULL');
    expect(await sweep()).toBe(1);
    expect([files(), await rows()]).toEqual([before, known]);
  });

  it('leave no object when recording the document fails', async () => {
    const [before, known] = [files(), await rows()];
    const draft = await aDraft(service.client(), vendorId);
    // A missing user: the foreign key rejects the row after the bytes were written.
    const actor = { ...systemActor(tenantId()), userId: 999_999_999 as UserId };
    const path = join(folder, 'upload.pdf');
    writeFileSync(path, PDF);
    const file = { path, name: 'upload.pdf', size: PDF.length };
    await expect(
      service.app.get(DocumentsService).upload(actor, { kind: 'purchase_order', id: draft.id }, file),
    ).rejects.toThrow(/foreign key/);
    expect([files(), await rows()]).toEqual([before, known]);
    expect((await service.client().get(`/purchase-orders/${draft.id}`)).attachments).toEqual([]);
  });

  it('are not discarded after a commit that the uploader takes for a failure', async () => {
    const draft = await aDraft(service.client(), vendorId);
    const object = await abandoned();
    await inTenant((tx) => insertDocument(tx, draft.id, object));
    expect(await service.app.get(Orphans).discard(object)).toBe('left');
    expect(
      await service.app
        .get(DocumentStorage)
        .open(object.key)
        .then((bytes) => bytes && buffer(bytes)),
    ).toEqual(PDF);
  });

  it('are not discarded while their document is being recorded', async () => {
    const draft = await aDraft(service.client(), vendorId);
    const object = await abandoned();
    const events = new EventEmitter();
    const held = once(events, 'held');
    const recorded = awaitedLater(
      inTenant(async (tx) => {
        expect(await objects().hold(tx, object)).toBe(true);
        events.emit('held');
        await once(events, 'proceed');
        await insertDocument(tx, draft.id, object);
      }),
    );
    await held;
    const doomed = awaitedLater(objects().doom(object, 0));
    await new Promise((resolve) => setTimeout(resolve, 200));
    events.emit('proceed');
    await recorded;
    expect(await doomed).toBe('needed');
  });

  it('are not recorded for an object whose removal is decided', async () => {
    const object = await abandoned();
    expect(await objects().doom(object, 0)).toBe('doomed');
    expect(await inTenant((tx) => objects().hold(tx, object))).toBe(false);
    expect(await service.app.get(Orphans).discard(object)).toBe('removed');
  });

  it('are invisible to other tenants, and their objects cannot be referenced', async () => {
    const object = await abandoned();
    const stranger = (await service.newTenant()).tenant.id;
    const unitOfWork = service.app.get(UnitOfWork);
    const seen = await unitOfWork.run(stranger, (tx) => tx.query('SELECT 1 FROM stored_objects'));
    expect(seen).toEqual([]);
    const draft = await aDraft(service.client(), vendorId);
    await expect(
      unitOfWork.run(stranger, (tx) => insertDocument(tx, draft.id, { ...object, tenantId: stranger })),
    ).rejects.toThrow(/foreign key/);
  });

  it('cause 503 when the storage has lost a file, and other downloads still work', async () => {
    const draft = await aDraft(service.client(), vendorId);
    const { data } = (await upload(service, draft.id, NAME, PDF)).body;
    const [row] = await asOwner<{ key: string }>(
      service,
      'SELECT o.key FROM stored_objects o JOIN documents d ON d.object_id = o.id WHERE d.id = $1',
      [data.id],
    );
    await service.app.get(DocumentStorage).remove(row?.key ?? '');
    const reply = await download(service, data.url);
    expect([reply.status, reply.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(reply.headers.get('retry-after')).toBe('5');
  });
});

describe('Documents in an S3 bucket', () => {
  let store: ObjectStore;
  let service: Service;
  const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  const before = { ...process.env };

  beforeAll(async () => {
    Object.assign(process.env, credentials); // the AWS SDK reads them there
    store = await objectStore();
    service = await startApp({
      works: true,
      env: { STORAGE_DRIVER: 's3', S3_BUCKET: 'papers', S3_ENDPOINT: store.endpoint, S3_REGION: 'me-south-1' },
    });
  });
  afterAll(async () => {
    await service.stop();
    await store.close();
    for (const name of Object.keys(credentials)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, before);
  });

  it('are stored, downloaded and removed by path, with signed requests', async () => {
    const client = service.client();
    const draft = await aDraft(client, (await aVendor(client)).id);
    const { data } = (await upload(service, draft.id, NAME, PDF)).body;
    const [[key, kept] = []] = [...store.objects];
    expect(key).toMatch(new RegExp(`^/papers/${service.tenant.tenant.id}/[0-9a-f-]{36}$`));
    expect(kept).toEqual({ bytes: PDF, type: TYPE });
    expect((await download(service, data.url)).bytes.equals(PDF)).toBe(true);
    for (const header of store.authorizations)
      expect(header).toMatch(/^AWS4-HMAC-SHA256 .*\/me-south-1\/s3\/aws4_request/);

    await client.delete(`/purchase-orders/${draft.id}`, 204);
    await eventually(async () => (await asOwner(service, 'SELECT 1 FROM stored_objects')).length === 0);
    expect(store.objects.size).toBe(0);
  });

  it('cause 503 while the bucket is unavailable, and are cleaned up afterwards', async () => {
    const client = service.client();
    const draft = await aDraft(client, (await aVendor(client)).id);
    const { data } = (await upload(service, draft.id, NAME, PDF)).body;
    store.fail(true);
    const refused = await upload(service, draft.id, NAME, PDF);
    expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect((await download(service, data.url)).status).toBe(503);
    store.fail(false);
    expect((await client.get(`/purchase-orders/${draft.id}`)).attachments).toHaveLength(1);
    await asOwner(service, `UPDATE stored_objects SET created_at = created_at - interval '2 hours'`);
    expect(await service.app.get(Orphans).sweep()).toBe(1);
    expect(store.objects.size).toBe(1);
    expect((await download(service, data.url)).status).toBe(200);
  });

  it('are verified: missing and truncated files are reported, and a missing permission too', async () => {
    const client = service.client();
    const draft = await aDraft(client, (await aVendor(client)).id);
    store.objects.clear();
    await asOwner(service, 'DELETE FROM documents');
    for (const name of ['whole.pdf', 'short.pdf', 'gone.pdf']) await upload(service, draft.id, name, PDF);
    const [, short = '', gone = ''] = [...store.objects.keys()];
    const verified = () => service.app.get(FileVerification).all();
    expect(await verified()).toMatchObject({ files: 3, missing: [] });
    store.objects.set(short, { bytes: PDF.subarray(0, 4), type: TYPE });
    store.objects.delete(gone);
    const { files, missing } = await verified();
    expect([files, missing.map(({ key }) => `/papers/${key}`)]).toEqual([3, [short, gone]]);
    const { id } = await exported(service, { resources: ['vendors'], format: 'csv' });
    expect(id).toBeGreaterThan(0);
    const ofExport = [...store.objects.keys()].at(-1) ?? '';
    expect((await verified()).files).toBe(4);
    store.objects.delete(ofExport);
    expect((await verified()).missing.map(({ key }) => `/papers/${key}`)).toEqual([short, gone, ofExport]);
    store.hide(true);
    await expect(verified()).rejects.toThrow('s3:ListBucket');
    store.hide(false);
  });
});
