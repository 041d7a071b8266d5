import type { PoolClient } from 'pg';
import { type Service, startApp } from '../support/app';
import { locksAwaitedIn } from '../support/at-once';
import { Client, type Reply } from '../support/client';
import { ended, sendImport } from '../support/imports';
import { Metrics } from '../support/metrics';
import { processBeside } from '../support/process-beside';
import { asOwner } from '../support/purchase-orders';
import { eventually } from '../support/webhooks/delivering';

const ROWS = Array.from({ length: 90 }, (_, row) => row + 1);

/** The service's advisory lock of a VAT number. */
const LOCK_NUMBER = `SELECT pg_advisory_xact_lock(hashtextextended('vendor/' || $1::text || '/vatNumber/' || number_key($2), 0))`;

describe('VAT numbers that an import and a request set at the same time', () => {
  let service: Service;
  let holder: PoolClient;
  let rounds = 0;

  beforeAll(async () => {
    service = await startApp({ works: true });
    holder = await service.owner.connect();
  });
  beforeEach(async () => {
    rounds += 1;
    const file = ['external_id,name', ...ROWS.map((row) => `${rounds}-${row},Vendor ${row}`)].join('\n');
    await ended(service, await send(file));
  });
  afterEach(() => holder.query('ROLLBACK'));
  afterAll(async () => {
    holder.release();
    await service.stop();
  });

  const send = async (file: string): Promise<number> => {
    const { status, body } = await sendImport(service, 'vendors', file);
    expect(status).toBe(202);
    return body.data.id;
  };
  const numberOf = (row: number): string => `3${String(rounds * 1000 + row).padStart(14, '0')}`;
  const idOf = async (row: number): Promise<number> => {
    const found = await asOwner<{ id: string }>(service, 'SELECT id FROM vendors WHERE external_id = $1', [
      `${rounds}-${row}`,
    ]);
    return Number(found[0]?.id);
  };
  const waiting = (count: number): Promise<void> => eventually(async () => (await locksAwaitedIn(service)) >= count);
  const deadlocks = async (): Promise<number> =>
    (await Metrics.of(service)).sum('db_transaction_retries_total', { cause: 'deadlock' });

  /** Imports a number for every vendor and stops at row 45. Meanwhile sets this row's number on this vendor. */
  async function race(vendor: number, row: number): Promise<{ put: Reply; imported: Reply['body']; retried: number }> {
    const before = await deadlocks();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM vendors WHERE id = $1 FOR UPDATE', [await idOf(45)]);
    const rows = ROWS.map((each) => `${rounds}-${each},Vendor ${each},${numberOf(each)}`);
    const id = await send(['external_id,name,vat_number', ...rows].join('\n'));
    await waiting(1);
    const body = JSON.stringify({ vat_number: numberOf(row) });
    const [put, imported] = await Promise.all([
      service.client().raw('PUT', `/vendors/${await idOf(vendor)}`, body),
      ended(service, id),
      waiting(2).then(() => holder.query('COMMIT')),
    ]);
    return { put, imported, retried: (await deadlocks()) - before };
  }

  it('return 422 for the request and import all rows when a late vendor takes the number of an early row', async () => {
    const { put, imported, retried } = await race(80, 1);
    expect(put.status).toBe(422);
    expect(imported).toMatchObject({ status: 'done', changed: 90, rows_failed: 0 });
    expect(retried).toBe(0);
  });

  it('return 422 for the request and import all rows when an early vendor takes the number of a late row', async () => {
    const { put, imported, retried } = await race(1, 80);
    expect(put.status).toBe(422);
    expect(imported).toMatchObject({ status: 'done', changed: 90, rows_failed: 0 });
    expect(retried).toBe(0);
  });

  it('return 503 when a number remains locked, and the service continues', async () => {
    const beside = await processBeside(service, {
      PROCESS_ROLE: 'api',
      DATABASE_REQUEST_LOCK_TIMEOUT_MS: '300',
    });
    try {
      const client = new Client(beside.address, 'a', service.tenant.token.token);
      const path = `/vendors/${await idOf(80)}`;
      await holder.query('BEGIN');
      await holder.query(LOCK_NUMBER, [service.tenant.tenant.id, numberOf(1)]);
      const body = JSON.stringify({ vat_number: numberOf(1) });
      expect((await client.raw('PUT', path, body)).status).toBe(503);
      await holder.query('ROLLBACK');
      expect((await client.raw('PUT', path, body)).status).toBe(200);
      expect(beside.isRunning).toBe(true);
    } finally {
      await beside.stop();
    }
  });
});
