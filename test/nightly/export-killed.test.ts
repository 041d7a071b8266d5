import type { ServiceProcess } from '../chaos/support/service-process';
import { type Service, startApp } from '../support/app';
import { seal } from '../support/evidence';
import { endedExport, recordsOf } from '../support/exports';
import { processBeside } from '../support/process-beside';
import { asOwner } from '../support/purchase-orders';
import { until } from '../support/until';

const VENDORS = 20_000;

/** A worker is killed during an export; another one writes it from the beginning. */
describe('A worker killed during an export', () => {
  let service: Service;
  const workers: ServiceProcess[] = [];

  beforeAll(async () => {
    service = await startApp({ env: { PROCESS_ROLE: 'api' }, books: false });
  });
  afterAll(async () => {
    for (const worker of workers) await worker.stop();
    await service.stop();
  });

  const worker = async (): Promise<ServiceProcess> => {
    const started = await processBeside(service, { PROCESS_ROLE: 'worker' });
    workers.push(started);
    return started;
  };
  const isRunning = async (): Promise<boolean> =>
    (await asOwner(service, `SELECT 1 FROM exports WHERE status = 'running'`)).length > 0;

  it('leaves an export that another worker completes, with every record once', async () => {
    await asOwner(
      service,
      `INSERT INTO vendors (tenant_id, name, status, payment_terms, contacts, performance_score, total_orders, total_spend, created_at, updated_at, version)
       SELECT $1, 'Vendor ' || n, 'active', 30, '[]', 0, 0, 0, now(), now(), 1 FROM generate_series(1, ${VENDORS}) AS n`,
      [service.tenant.tenant.id],
    );
    const { id } = await service.client().post('/exports', { format: 'ndjson', resources: ['users', 'vendors'] }, 202);
    const victim = await worker();
    await until(isRunning);
    await victim.kill();
    // The killed worker's snapshot is gone: later commits are in the file, and before the cursor.
    await service.client().post('/vendors', { name: 'Between' }, 201);
    await seal(service);
    // The lease of the killed worker ends.
    await asOwner(service, `UPDATE exports SET due_at = now() WHERE status = 'running'`);
    await worker();
    const done = await endedExport(service, id);
    expect(done).toMatchObject({ status: 'done', rows: VENDORS + 2 });
    const vendors = await recordsOf(service, id, 'vendors');
    expect(new Set(vendors.map(({ name }) => name as string)).size).toBe(VENDORS + 1);
    expect(vendors).toHaveLength(VENDORS + 1);
    expect(vendors.map(({ name }) => name as string)).toContain('Between');
    expect(await service.client().get('/changes', 200, { after: done.changes_cursor })).toEqual([]);
    expect(await asOwner(service, 'SELECT 1 FROM stored_objects WHERE kept')).toHaveLength(2);
  });
});
