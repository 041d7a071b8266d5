import { withClient } from '../../tools/servers/databases';
import { type FreshDatabase, freshDatabase } from '../support/servers/database';

const NOW = '2026-03-10T09:00:00.000Z';

/** Tenants with old backlogs, subscriptions per tenant, and pending deliveries per subscription. */
const [TENANTS, SUBSCRIPTIONS, DELIVERIES] = [12, 50, 5];

const tenantId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const LATE = tenantId(99);

/** A tenant with subscriptions, whose deliveries became due one second apart from the given time on. */
const BACKLOG = `
  WITH tenant AS (
    INSERT INTO tenants (id, slug, name, status, plan, rate_table, currency, settings, created_at, updated_at)
    VALUES ($1::uuid, 't' || right($1::text, 6), 'T', 'active', 'basic', 'a', 'SAR', '{}', now(), now()) RETURNING id
  ), event AS (
    INSERT INTO events (tenant_id, event_id, name, body, created_at)
    SELECT id, gen_random_uuid(), 'vendor.created', '{}', now() FROM tenant RETURNING tenant_id, id
  ), subscription AS (
    INSERT INTO webhook_subscriptions (tenant_id, name, url, events, sealed_secret, created_at, updated_at)
    SELECT id, 'S', 'https://receiver.example', '{vendor.created}', 'x', now(), now()
      FROM tenant, generate_series(1, $2::int) RETURNING tenant_id, id
  )
  INSERT INTO webhook_deliveries (tenant_id, subscription_id, event_id, status, round_failures, due_at, created_at)
  SELECT s.tenant_id, s.id, e.id, 'pending', 1, $4::timestamptz + n * interval '1 second', now()
    FROM subscription s, event e, generate_series(1, $3::int) n`;

describe('Due deliveries found by the sweep', () => {
  let database: FreshDatabase;

  beforeAll(async () => {
    database = await freshDatabase();
    await withClient(database.adminUrl, async (client) => {
      for (let number = 1; number <= TENANTS; number += 1) {
        await client.query(BACKLOG, [tenantId(number), SUBSCRIPTIONS, DELIVERIES, '2026-03-01T00:00:00.000Z']);
      }
      await client.query(BACKLOG, [LATE, 1, 1, '2026-03-10T08:59:00.000Z']);
    });
  });
  afterAll(() => database.drop());

  const found = async (most: number): Promise<{ tenant: string; due: number }[]> => {
    const { rows } = await withClient(database.adminUrl, (client) =>
      client.query<{ tenant_id: string; due_at: Date }>('SELECT * FROM due_webhook_deliveries($1, 2, 1, $2)', [
        NOW,
        most,
      ]),
    );
    return rows.map((row) => ({ tenant: row.tenant_id, due: row.due_at.getTime() }));
  };

  it("include a single tenant's retry, regardless of older deliveries of other tenants", async () => {
    const rows = await found(1_000);
    expect(rows).toHaveLength(1_000);
    const place = rows.findIndex(({ tenant }) => tenant === LATE);
    expect(place).toBeGreaterThanOrEqual(0);
    expect(place).toBeLessThanOrEqual(TENANTS);
  });

  it('contain one of each tenant before the second of any, the oldest first', async () => {
    const rows = await found(TENANTS + 1);
    expect(new Set(rows.map(({ tenant }) => tenant)).size).toBe(TENANTS + 1);
    expect(rows).toEqual([...rows].sort((one, other) => one.due - other.due));
  });
});
