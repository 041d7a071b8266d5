import type { ServiceProcess } from '../chaos/support/service-process';
import { type Service, startApp } from '../support/app';
import { ended, sendImport } from '../support/imports';
import { processBeside } from '../support/process-beside';
import { asOwner } from '../support/purchase-orders';
import { until } from '../support/until';

const ROWS = 1000;

/** A worker is killed during an import; another one continues at the same row. */
describe('A worker killed during an import', () => {
  let service: Service;
  const workers: ServiceProcess[] = [];

  beforeAll(async () => {
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
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
  const count = async (sql: string): Promise<number> =>
    Number((await asOwner<{ n: string }>(service, `SELECT count(*) AS n FROM ${sql}`))[0]?.n);
  const done = async (): Promise<number> =>
    Number((await asOwner<{ rows: number }>(service, 'SELECT max(rows_done) AS rows FROM imports'))[0]?.rows);

  it('loses and duplicates no row', async () => {
    const victim = await worker();
    // Every tenth row is rejected, so that batches with savepoints are covered too.
    const rows = Array.from({ length: ROWS }, (_, index) => `k-${index},${index % 10 === 9 ? '' : `Vendor ${index}`}`);
    const { status, body } = await sendImport(service, 'vendors', `external_id,name\n${rows.join('\n')}\n`);
    expect(status).toBe(202);
    await until(
      async () => (await done()) > 0,
      async () => [await asOwner(service, 'SELECT * FROM imports'), victim.lines],
    );
    await victim.kill();
    const stood = await done();
    expect(await count('vendors')).toBe(await count(`audit_log WHERE entity_type = 'vendor' AND action = 'created'`));
    // The lease of the killed worker ends.
    await asOwner(service, 'UPDATE imports SET due_at = now()');
    await worker();
    const { id } = body.data;
    const ending = await ended(service, id);
    expect(ending).toMatchObject({ status: 'done', rows_done: ROWS, rows_failed: ROWS / 10, created: 0.9 * ROWS });
    expect(stood).toBeLessThanOrEqual(ROWS);
    expect(await count('vendors')).toBe(0.9 * ROWS);
    expect(await count('(SELECT DISTINCT external_id FROM vendors) AS v')).toBe(0.9 * ROWS);
    expect(await count(`audit_log WHERE entity_type = 'vendor' AND action = 'created'`)).toBe(0.9 * ROWS);
    expect(await count(`events WHERE name = 'vendor.created'`)).toBe(0.9 * ROWS);
    expect(await count('(SELECT DISTINCT line FROM import_errors) AS e')).toBe(ROWS / 10);
    expect(await count('import_errors')).toBe(ROWS / 10);
  });
});
