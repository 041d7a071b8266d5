import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { ManualClock } from '../support/manual-clock';
import { tenantIdFrom } from '../../src/common/records/ids';
import { UnitOfWork } from '../../src/platform/database';
import { createDataSource } from '../../src/platform/database/connection/data-source';
import { Periodic } from '../../src/platform/periodic';
import { DeliveryMetrics } from '../../src/integration/webhooks/delivery/delivery-metrics';
import { DeliveryTrigger, type Offer } from '../../src/integration/webhooks/delivery/delivery-trigger';
import { LocalLanes } from '../../src/integration/webhooks/queue/local-lanes';
import { Sweep } from '../../src/integration/webhooks/queue/sweep';
import { type FreshDatabase, freshDatabase } from '../support/servers/database';
import { isPooled } from '../support/servers/run';

const ROLE = 'procurement_service';
const NOW = new Date('2026-03-10T09:00:00Z');
const prepares = !isPooled();

class Offered extends DeliveryTrigger {
  readonly offers: Offer[] = [];

  async offer(offers: readonly Offer[]): Promise<boolean> {
    this.offers.push(...offers);
    return Promise.resolve(true);
  }
}

describe('The sweep', () => {
  const tenantId = tenantIdFrom(randomUUID());
  let database: FreshDatabase;
  let dataSource: DataSource;
  let work: UnitOfWork;
  let trigger: Offered;
  let attemptedHere: string[];
  let sweep: Sweep;

  /** @param seconds since the delivery became due */
  async function delivery(
    seconds: number,
    { failures = 0, isActive = true, status = 'pending', isLeased = false } = {},
  ): Promise<number> {
    return work.run(tenantId, async (tx) => {
      const [subscription] = await tx.query<{ id: number }>(
        `INSERT INTO webhook_subscriptions (tenant_id, name, url, events, sealed_secret, is_active, created_at, updated_at)
         VALUES ($1, 'ERP', 'https://erp.example.com/', '{vendor.created}', '', $2, $3, $3) RETURNING id`,
        [tenantId, isActive, NOW],
      );
      const [event] = await tx.query<{ id: number }>(
        `INSERT INTO events (tenant_id, event_id, name, body, created_at)
         VALUES ($1, $2, 'vendor.created', '{}', $3) RETURNING id`,
        [tenantId, randomUUID(), NOW],
      );
      const due = status === 'pending' ? new Date(NOW.getTime() - seconds * 1000) : null;
      const [row] = await tx.query<{ id: number }>(
        `INSERT INTO webhook_deliveries
                (tenant_id, subscription_id, event_id, status, due_at, round_failures, lease_token, created_at, finished_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
        [
          ...[tenantId, subscription?.id, event?.id, status, due, failures],
          ...[isLeased ? randomUUID() : null, NOW, status === 'pending' ? null : NOW],
        ],
      );
      return row?.id ?? 0;
    });
  }
  const offered = (): string[] => trigger.offers.map(({ ref, lane }) => `${ref.deliveryId} ${lane}`).sort();

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  beforeEach(async () => {
    dataSource = await createDataSource({ url: database.url, role: ROLE, poolSize: 2, prepares }).initialize();
    work = new UnitOfWork(dataSource, { DATABASE_ROLE: ROLE, DATABASE_PREPARED_STATEMENTS: prepares });
    await work.run(tenantId, async (tx) => {
      await tx.query(
        `INSERT INTO tenants (id, slug, name, status, plan, rate_table, currency, created_at, updated_at)
         VALUES ($1, 'swept', 'Swept', 'active', 'basic', 'standard', 'SAR', $2, $2) ON CONFLICT DO NOTHING`,
        [tenantId, NOW],
      );
      await tx.query('DELETE FROM webhook_deliveries WHERE tenant_id = $1', [tenantId]);
    });
    trigger = new Offered();
    attemptedHere = [];
    const lanes = new LocalLanes({ prompt: 9, patient: 9 });
    lanes.open(({ deliveryId }, lane) => Promise.resolve(void attemptedHere.push(`${deliveryId} ${lane}`)));
    const periodic = new Periodic({ PROCESS_ROLE: 'all' });
    sweep = new Sweep(work, trigger, lanes, new DeliveryMetrics(), new ManualClock(NOW.toISOString()), periodic);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    if (dataSource.isInitialized) await dataSource.destroy();
  });

  it('offers due deliveries, and itself attempts those left unclaimed for two sweeps', async () => {
    const first = await delivery(0);
    const retry = await delivery(9, { failures: 1 });
    const left = await delivery(11);
    await sweep.sweep();
    expect(offered()).toEqual([`${first} prompt`, `${retry} patient`].sort());
    expect(attemptedHere).toEqual([`${left} prompt`]);
  });

  it('offers a delivery whose lease has expired, because its worker is dead', async () => {
    const interrupted = await delivery(1, { isLeased: true });
    await sweep.sweep();
    expect(offered()).toEqual([`${interrupted} prompt`]);
  });

  it('offers deliveries of an inactive subscription: the worker that claims them cancels them', async () => {
    const unwanted = await delivery(0, { isActive: false });
    await sweep.sweep();
    expect(offered()).toEqual([`${unwanted} prompt`]);
  });

  it('offers nothing that is not due, still leased, or ended', async () => {
    await delivery(-1);
    await delivery(-1, { isLeased: true });
    await delivery(0, { status: 'succeeded' });
    await sweep.sweep();
    expect([offered(), attemptedHere]).toEqual([[], []]);
  });

  it('reports that the process is not ready when sweeps no longer succeed', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    expect(sweep.readiness()).toBe('not swept yet');
    await sweep.sweep();
    now.mockReturnValue(31_000);
    expect(sweep.readiness()).toBe('ok');
    await dataSource.destroy();
    await expect(sweep.sweep()).rejects.toThrow();
    now.mockReturnValue(32_000);
    expect(sweep.readiness()).toBe('not swept for 31 s');
  });
});
