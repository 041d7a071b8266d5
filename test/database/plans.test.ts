import { withClient } from '../../tools/servers/databases';
import { type Service, startApp } from '../support/app';
import { manyOrders } from '../support/many-orders';
import { asService, meanwhile } from '../support/purchase-orders';
import { IS_WHOLE } from '../support/sampled';
import { sentDuring, type Statement } from '../support/statements';

const ORDERS = IS_WHOLE ? 100_000 : 30_000;
/** The large tables. A sequential scan would read the rows of every tenant. */
const SCANNED = /Seq Scan on (purchase_orders|purchase_order_items|report_figures)\b/;

describe(`Plans of the frequent queries at ${ORDERS} orders`, () => {
  let service: Service;

  beforeAll(async () => {
    // The figures of vendors do not include orders inserted by SQL.
    service = await startApp({ books: false, env: { PROCESS_ROLE: 'api' } });
    await manyOrders(service, ORDERS, { vendors: 400, triggers: false });
  }, 180_000);
  afterAll(async () => service.stop());

  const asked = (path: string): Promise<Statement[]> => sentDuring(() => service.client().get(path, 200));

  /** As the service's role with the tenant set: row level security affects the plan. */
  async function plans({ text, values }: Statement): Promise<string[]> {
    return asService(service, async (client) => {
      const lines = ({ rows }: { rows: Record<string, string>[] }): string =>
        rows.map((row) => row['QUERY PLAN']).join('\n');
      const found = [lines(await client.query(`EXPLAIN ${text}`, [...values]))];
      // EXPLAIN shows generic plans since PostgreSQL 16.
      const { rows } = await client.query<{ version: number }>(
        `SELECT current_setting('server_version_num')::int AS version`,
      );
      if ((rows[0]?.version ?? 0) >= 160_000) found.push(lines(await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`)));
      return found;
    });
  }

  const middle = Math.floor(ORDERS / 15 / 2);
  const last = Math.ceil(ORDERS / 15);

  it.each([
    `/purchase-orders/${ORDERS / 2}`,
    '/purchase-orders',
    `/purchase-orders?page=${middle}`,
    `/purchase-orders?page=${last}`,
    '/purchase-orders?status=approved',
    '/purchase-orders?status=approved&vendor_id=7&created_from=2025-03-01',
    '/purchase-orders?vendor_id=7',
    '/purchase-orders?search=zzzqqq',
    '/purchase-orders?sort=total_amount',
    '/purchase-orders?sort=approved_at',
    '/purchase-orders?sort=expected_delivery_date&order=asc',
    '/purchase-orders?sort=updated_at',
    '/purchase-orders?sort=vendor',
    '/purchase-orders?sort=status',
    `/purchase-orders?sort=total_amount&page=${last}`,
    '/reports/spending?group_by=department',
    '/reports/spending?group_by=vendor',
  ])('scan no table for %s', async (path) => {
    const statements = await asked(path);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      for (const plan of await plans(statement)) expect(`${statement.text}\n${plan}`).not.toMatch(SCANNED);
    }
  });

  it('read the largest vendors from an index', async () => {
    const sent = await asked('/reports/spending?group_by=vendor&limit=5&from_date=2025-01-01&to_date=2025-12-31');
    const statement = sent.find(({ text }) => text.includes('largest_vendors'));
    if (!statement) throw new Error('The largest vendors were not asked for');
    const scans = await asService(service, async (client) => {
      await client.query(statement.text, [...statement.values]);
      const { rows } = await client.query<{ tables: string; read: string }>(
        `SELECT (SELECT sum(seq_scan) FROM pg_stat_xact_user_tables WHERE relname IN ('report_figures', 'vendors')) AS tables,
                pg_stat_get_xact_tuples_returned('ix_report_figures_largest'::regclass) AS read`,
      );
      return rows[0];
    });
    expect(scans?.tables).toBe('0');
    // Of 400 vendors.
    expect(Number(scans?.read)).toBeGreaterThan(0);
    expect(Number(scans?.read)).toBeLessThan(50);
  });

  it('read the hits of a search by primary key, also if PostgreSQL expects a small tenant', async () => {
    const statements = await asked('/purchase-orders?search=zzzqqq');
    const searches = statements.filter(({ text }) => text.includes('matching_purchase_orders'));
    expect(searches).toHaveLength(2);
    const ofTenants = (option: string): string =>
      `ALTER TABLE purchase_orders ALTER tenant_id ${option}; ANALYZE purchase_orders (tenant_id)`;
    const found = await meanwhile(
      service,
      ofTenants(`SET (n_distinct = ${ORDERS / 10})`),
      ofTenants('RESET (n_distinct)'),
      () => Promise.all(searches.map(plans)),
    );
    for (const plan of found.flat()) {
      expect(plan.match(/\w+ on purchase_orders\b/g)).toEqual(['pk_purchase_orders on purchase_orders']);
    }
  });

  it('scan no table in the body of the search function', async () => {
    const plan = await withClient(service.adminUrl, async (client) => {
      await client.query(`SELECT set_config('app.tenant_id', $1, false)`, [service.tenant.tenant.id]);
      const { rows } = await client.query<{ prosrc: string }>('SELECT prosrc FROM pg_proc WHERE proname = $1', [
        'matching_purchase_orders',
      ]);
      const body = (rows[0]?.prosrc ?? '').replace(/\bpattern\b/g, `'%abcd12%'`);
      const explained = await client.query<Record<string, string>>(`EXPLAIN ${body}`);
      return explained.rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('Bitmap Index Scan on ix_purchase_orders_text');
    expect(plan).toContain('Bitmap Index Scan on ix_purchase_order_items_text');
    expect(plan).not.toMatch(SCANNED);
  });
});
