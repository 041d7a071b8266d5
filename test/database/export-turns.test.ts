import { AsyncResource } from 'node:async_hooks';
import { Client as Session } from 'pg';
import { UnitOfWork } from '../../src/platform/database';
import { DocumentStorage } from '../../src/procurement/documents/storage/document-storage';
import { ExportRunner } from '../../src/integration/exports';
import { type Service, startApp } from '../support/app';
import { awaitedLater } from '../support/awaited-later';
import type { Client, Loose } from '../support/client';
import { seal } from '../support/evidence';
import { recordsOf } from '../support/exports';
import { anApproved, asOwner, aVendor } from '../support/purchase-orders';
import { until } from '../support/until';

type Copy = Map<string, Map<number, Loose>>;

describe('Running exports', () => {
  let service: Service;
  let runner: ExportRunner;
  let admin: Client;

  beforeAll(async () => {
    // No worker: only this test runs exports.
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
    runner = service.app.get(ExportRunner);
    admin = service.client();
  });
  afterAll(() => service.stop());

  const start = async (client = admin, resources = ['users']): Promise<number> =>
    (await client.post('/exports', { format: 'ndjson', resources }, 202)).id;
  const unfinished = async (): Promise<number[]> => {
    const rows = await asOwner<{ id: string }>(service, 'SELECT id FROM exports WHERE finished_at IS NULL ORDER BY id');
    return rows.map(({ id }) => Number(id));
  };

  it('serves tenants in turns, and the exports of one tenant in order', async () => {
    const mine = [await start(), await start(), await start()];
    const theirs = await start(service.client({ token: (await service.newTenant()).token.token }));
    await runner.turn();
    expect(await unfinished()).toEqual([mine[1], mine[2], theirs]);
    // The last export does not wait for all of the first tenant's.
    await runner.turn();
    expect(await unfinished()).toEqual([mine[1], mine[2]]);
    await runner.runAll();
    expect(await unfinished()).toEqual([]);
    expect(await runner.turn()).toBe(false);
  });

  it('skips an export leased by another process until its lease ends', async () => {
    const id = await start();
    await asOwner(
      service,
      `UPDATE exports SET status = 'running', lease_token = gen_random_uuid(), due_at = now() + interval '1 minute' WHERE id = $1`,
      [id],
    );
    const before = await runner.turn();
    await asOwner(service, `UPDATE exports SET due_at = '2020-01-01' WHERE id = $1`, [id]);
    expect([before, await runner.turn()]).toEqual([false, true]);
    expect(await unfinished()).toEqual([]);
  });

  it('allows at most twenty open exports per tenant', async () => {
    for (let open = 0; open < 20; open += 1) await start();
    const { headers } = await admin.call('POST', '/exports', 429, { format: 'csv' });
    expect(headers.get('retry-after')).toBe('60');
    await runner.runAll();
    await start();
    await runner.runAll();
  });

  it('fails an export whose token is revoked while it is written, and leaves no file', async () => {
    const { id: tokenId, token } = await admin.post('/tokens', { name: 'Lake', abilities: ['admin'] }, 201);
    const id = await start(admin.as(token));
    const storage = service.app.get(DocumentStorage);
    const put = storage.put.bind(storage);
    const storing = jest.spyOn(storage, 'put').mockImplementation(async (key, file) => {
      if (storing.mock.calls.length === 1) await admin.delete(`/tokens/${tokenId}`);
      await put(key, file);
    });
    await runner.turn();
    storing.mockRestore();
    const found = await admin.get(`/exports/${id}`);
    expect(found).toMatchObject({ status: 'failed', files: [], changes_cursor: null });
    expect(found.failure.code).toBe('UNAUTHENTICATED');
    expect(await asOwner(service, 'SELECT 1 FROM export_files WHERE export_id = $1', [id])).toEqual([]);
  });

  it('fails an export whose token was revoked before its start, and leaves no file', async () => {
    const { id: tokenId, token } = await admin.post('/tokens', { name: 'Lake', abilities: ['admin'] }, 201);
    const id = await start(admin.as(token));
    await admin.delete(`/tokens/${tokenId}`);
    await runner.turn();
    const found = await admin.get(`/exports/${id}`);
    expect(found).toMatchObject({ status: 'failed', files: [], changes_cursor: null });
    expect(found.failure.code).toBe('UNAUTHENTICATED');
    expect(await asOwner(service, 'SELECT 1 FROM export_files WHERE export_id = $1', [id])).toEqual([]);
  });

  it('fails an export that has crashed four processes', async () => {
    const id = await start();
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      // A process that dies reports nothing.
      const claimed = await asOwner<{ id: string }>(
        service,
        'SELECT id FROM claim_export(now(), now(), gen_random_uuid())',
      );
      expect(claimed.map((row) => Number(row.id))).toEqual([id]);
    }
    await runner.turn();
    const found = await admin.get(`/exports/${id}`);
    expect(found).toMatchObject({ status: 'failed', rows: 0, failure: { code: 'INTERNAL_ERROR' } });
    // The fourth attempt is still allowed.
    const next = await start();
    await asOwner(service, 'UPDATE exports SET attempts = 3 WHERE id = $1', [next]);
    await runner.turn();
    expect(await admin.get(`/exports/${next}`)).toMatchObject({ status: 'done' });
  });

  it('fails an export that would read for more than 15 minutes, with a remedy', async () => {
    const id = await start();
    let now = performance.now();
    const time = jest.spyOn(performance, 'now').mockImplementation(() => (now += 16 * 60_000));
    await runner.turn();
    time.mockRestore();
    expect(await admin.get(`/exports/${id}`)).toMatchObject({
      status: 'failed',
      failure: {
        code: 'EXPORT_TOO_LARGE',
        message: 'The export took longer than 15 minutes. Export the resources one by one.',
      },
    });
  });

  it('reads a consistent snapshot during writes, and following the changes from it misses nothing', async () => {
    const vendor = await aVendor(admin);
    const order = await anApproved(admin, vendor.id, {
      items: [{ description: 'Bolts', quantity: 900, unit_price: 1 }],
    });
    const [item] = (await admin.get(`/purchase-orders/${order.id}`)).items;
    const resources = ['departments', 'vendors', 'purchase_orders', 'goods_receipts'];
    let writes = 0;
    const writing = { stops: false };
    const writer = awaitedLater(
      (async () => {
        while (!writing.stops) {
          writes += 1;
          const receipt = { lines: [{ item_id: item.id, quantity_received: 1 }] };
          await admin.post(`/purchase-orders/${order.id}/goods-receipts`, receipt, 201);
          await admin.put(`/vendors/${vendor.id}`, { name: `Najd ${writes}` }, 200);
          if (writes % 5 === 0) await admin.post('/departments', { name: `Branch ${writes}`, code: `B${writes}` }, 201);
          await seal(service);
        }
      })(),
    );
    const exports: number[] = [];
    const cursors = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      const before = writes;
      await until(() => writes > before + 1);
      await seal(service);
      const id = await start(admin, resources);
      exports.push(id);
      await runner.turn();
      cursors.add((await admin.get(`/exports/${id}`)).changes_cursor);
    }
    expect(cursors.size).toBe(4);
    writing.stops = true;
    await writer;
    await seal(service);
    expect(writes).toBeGreaterThan(4);
    for (const id of exports) {
      const copy: Copy = new Map();
      for (const resource of resources) {
        copy.set(resource, new Map((await recordsOf(service, id, resource)).map((record) => [record.id, record])));
      }
      const received = copy.get('purchase_orders')?.get(order.id).items[0].received_quantity;
      expect(copy.get('goods_receipts')?.size ?? 0).toBe(received);
      await follow(copy, id);
      const names = [...(copy.get('vendors') ?? [])].map(([of, { name }]) => [of, name]).sort();
      expect(names).toEqual(await stored('vendors', 'name'));
      expect([...(copy.get('departments') ?? [])].map(([of, { code }]) => [of, code]).sort()).toEqual(
        await stored('departments', 'code'),
      );
      expect([...(copy.get('goods_receipts') ?? [])].map(([of, one]) => [of, one.gr_number]).sort()).toEqual(
        await stored('goods_receipts', 'gr_number'),
      );
    }
  });

  it('returns a cursor that misses neither commits during the read nor transactions open at that time', async () => {
    const open = new Session({ connectionString: service.adminUrl });
    await open.connect();
    const { id: tenantId } = service.tenant.tenant;
    await open.query('BEGIN');
    const { rows } = await open.query<{ id: string }>(
      `INSERT INTO departments (tenant_id, name, code, is_active, created_at, updated_at, version)
       VALUES ($1, 'Open', 'OPEN', true, now(), now(), 1) RETURNING id`,
      [tenantId],
    );
    await open.query(
      `INSERT INTO events (tenant_id, event_id, name, body, created_at, resource_type, resource_id, resource_version)
       VALUES ($1, gen_random_uuid(), 'department.created', '{"data": {}}', now(), 'department', $2, 1)`,
      [tenantId, rows[0]?.id],
    );
    // At this point the snapshot exists and nothing has been read. Runs outside the transaction.
    const meanwhile = AsyncResource.bind(async () => {
      await admin.post('/departments', { name: 'Meanwhile', code: 'MEANWHILE' }, 201);
      await seal(service);
    });
    const unitOfWork = service.app.get(UnitOfWork);
    const snapshot = unitOfWork.snapshot.bind(unitOfWork);
    const reading = jest.spyOn(unitOfWork, 'snapshot').mockImplementation((of, work) =>
      snapshot(of, async (tx) => {
        await tx.query('SELECT count(*) FROM departments');
        await meanwhile();
        return work(tx);
      }),
    );
    const id = await start(admin, ['departments']);
    await runner.turn();
    reading.mockRestore();
    await open.query('COMMIT');
    await open.end();
    await seal(service);
    const departments = new Map((await recordsOf(service, id, 'departments')).map((record) => [record.id, record]));
    const codes = (): string[] => [...departments.values()].map(({ code }) => code as string);
    expect(codes().filter((code) => ['OPEN', 'MEANWHILE'].includes(code))).toEqual([]);
    await follow(new Map([['departments', departments]]), id);
    expect(codes().sort()).toEqual((await stored('departments', 'code')).map(([, code]) => code).sort());
  });

  const follow = async (copy: Copy, id: number): Promise<void> => {
    let after = (await admin.get(`/exports/${id}`)).changes_cursor as string;
    for (;;) {
      const { body } = await admin.call('GET', '/changes', 200, undefined, { query: { after, limit: 500 } });
      for (const { resource } of body.data) {
        const kind = `${resource.type}s`;
        copy.get(kind)?.set(resource.id, await admin.get(`/${kind.replace('_', '-')}/${resource.id}`));
      }
      after = body.meta.next_cursor;
      if (!body.meta.has_more) return;
    }
  };

  const stored = async (table: string, column: string): Promise<[number, string][]> => {
    const rows = await asOwner<{ id: string; text: string }>(
      service,
      `SELECT id, ${column} AS text FROM ${table} WHERE tenant_id = $1`,
      [service.tenant.tenant.id],
    );
    return rows.map(({ id, text }): [number, string] => [Number(id), text]).sort();
  };
});
