import type { Client } from 'pg';
import { withClient } from '../../tools/servers/databases';
import { FigureFolding } from '../../src/procurement/figures';
import { FigureVerification } from '../../src/procurement/reports';
import { type Service, startApp } from '../support/app';
import { aBudget, aDepartment } from '../support/budgets';
import type { Loose } from '../support/client';
import { anOrderOf, approved, enter, linesOf, receive } from '../support/invoices';
import { aDraft, asOwner, aSubmitted, aVendor } from '../support/purchase-orders';

const GROUPINGS = ['month', 'department', 'vendor', 'category'] as const;
const SINCE = { from_date: '2026-01-01' };

describe('The figures of reports', () => {
  let service: Service;
  let vendors: { id: number }[];

  beforeAll(async () => {
    service = await startApp();
    const admin = service.client();
    vendors = [await aVendor(admin), await aVendor(admin, { name: 'Second' })];
    await admin.put('/settings', { matching_policy: 'two_way' }, 200);
  });
  afterAll(async () => service.stop());

  const admin = () => service.client();
  const tenantId = () => service.tenant.tenant.id;
  const differences = async () => (await service.app.get(FigureVerification).all()).differences;
  const waiting = async (): Promise<number> => {
    const [row] = await asOwner<{ count: string }>(
      service,
      'SELECT count(*) FROM report_entries WHERE tenant_id = $1',
      [tenantId()],
    );
    return Number(row?.count);
  };
  const vendor = (index: number): number => vendors[index % 2]?.id ?? 0;

  const story = async (index: number): Promise<void> => {
    const client = admin();
    const draft = await aDraft(client, vendor(index));
    await client.put(
      `/purchase-orders/${draft.id}`,
      { currency: index % 2 ? 'USD' : 'SAR', vendor_id: vendor(index + 1) },
      200,
    );
    if (index % 3 === 0) await client.delete(`/purchase-orders/${draft.id}`);
    const rejected = await aSubmitted(client, vendor(index), { expected_delivery_date: '2026-01-31' });
    await client.post(`/purchase-orders/${rejected.id}/reject`, { reason: 'No' }, 200);
    const order = await anOrderOf(service, vendor(index), [{}, {}], { expected_delivery_date: '2026-02-28' });
    await receive(client, order, [10, 4]);
    await client.post(
      `/purchase-orders/${order.id}/amendments`,
      { reason: 'Less', items: [{ id: order.items[1]?.id, quantity: 5 }] },
      201,
    );
    const invoice = await approved(client, order, [{ quantity: 10 }, { quantity: 5 }]);
    await client.post(`/invoices/${invoice.id}/payments`, { amount: 100.25, paid_at: '2026-02-01T10:00:00Z' }, 201);
    const note = { credit_note_number: `C-${index}`, amount: 3.33, reason: 'Rebate' };
    await client.post(`/invoices/${invoice.id}/credit-notes`, note, 201);
    const dear = await enter(client, order, [{ quantity: 1, unit_price: 500 }]);
    await client.post(`/invoices/${dear.id}/submit`, undefined, 200);
    if (index % 2) await client.post(`/invoices/${dear.id}/reject`, { reason: 'Dear' }, 200);
    const cancelled = await anOrderOf(service, vendor(index));
    await client.post(`/purchase-orders/${cancelled.id}/cancel`, { reason: 'No' }, 200);
    const closed = await anOrderOf(service, vendor(index));
    await client.post(`/purchase-orders/${closed.id}/close`, { reason: 'Enough' }, 200);
  };

  it('equal a recount at any time, by day, month and year, folded or not', async () => {
    const folding = service.app.get(FigureFolding);
    for (const index of [0, 1, 2, 3]) {
      // A vendor changes its category during orders and folds.
      const moves = [0, 1].map((one) => admin().put(`/vendors/${vendor(one)}`, { category: `C${index}` }, 200));
      await Promise.all([story(2 * index), story(2 * index + 1), folding.foldAll(), ...moves, folding.foldAll()]);
      expect(await differences()).toEqual([]);
    }
    const reports = async () => {
      const spending = GROUPINGS.map((group_by) => admin().get('/reports/spending', 200, { ...SINCE, group_by }));
      const performance = [{}, { category: 'C3' }].map((query) =>
        admin().get('/reports/vendor-performance', 200, { ...SINCE, ...query }),
      );
      const found: Loose[] = await Promise.all([...spending, ...performance]);
      return found.map(({ rows, totals, summary }) => [rows, totals, summary]);
    };
    const before = await reports();
    await folding.foldAll();
    expect([await waiting(), await differences()]).toEqual([0, []]);
    expect(await asOwner(service, 'SELECT FROM vendors WHERE category IS DISTINCT FROM counted_category')).toEqual([]);
    expect(await reports()).toEqual(before);
  });

  it("are folded in time proportional to their number, even if PostgreSQL's statistics are of an empty table", async () => {
    await service.app.get(FigureFolding).foldAll();
    const entries = (
      count: number,
    ): string => `INSERT INTO report_entries (tenant_id, measure, key, day, currency, count, amount)
      SELECT '${tenantId()}', 'sleep', '', '2026-01-01', 'SAR', 0, 0 FROM generate_series(1, ${count})`;
    await asOwner(service, `${entries(1000)}; DELETE FROM report_entries`);
    // Empty pages, as a fold leaves them.
    await asOwner(service, 'VACUUM (ANALYZE, TRUNCATE false) report_entries');
    const plan = await withClient(service.adminUrl, async (client) => {
      await client.query('BEGIN');
      await client.query(`SELECT set_config('app.tenant_id', $1, true)`, [tenantId()]);
      await client.query(entries(1000));
      const before = await entriesRead(client);
      await client.query('SELECT fold_report_entries(700)');
      const read = (await entriesRead(client)) - before;
      const { rows } = await client.query<{ left: string }>('SELECT count(*) AS left FROM report_entries');
      await client.query('ROLLBACK');
      return { read, left: Number(rows[0]?.left) };
    });
    expect(plan.left).toBe(300);
    // Once to find the last entry, once to take the entries, and once more for moved vendors.
    expect(plan.read).toBeLessThan(5000);
  });

  it('cannot be changed or removed by the service directly, only through the fold', async () => {
    const may = await asOwner(
      service,
      `SELECT privilege FROM unnest(ARRAY['INSERT', 'UPDATE', 'DELETE']) AS privilege
        WHERE has_table_privilege($1, 'report_figures', privilege)`,
      [service.environment.DATABASE_ROLE],
    );
    expect(may).toEqual([]);
  });

  it('do not change with a transaction that is rolled back', async () => {
    const department_id = await aDepartment(admin(), 'POOR');
    const year = new Date().getUTCFullYear();
    await aBudget(admin(), { department_id, fiscal_year: year, allocated_amount: 1 });
    const { id } = await aSubmitted(admin(), vendor(0), { department_id });
    await service.app.get(FigureFolding).foldAll();
    // The order is approved and counted before its budget is checked.
    const { body } = await admin().call('POST', `/purchase-orders/${id}/approve`, 422, {});
    expect(body.error.code).toBe('BUDGET_EXCEEDED');
    expect(await waiting()).toBe(0);
  });

  it("of an invoice passed before its order's approval follow the order to another department", async () => {
    const [from, to] = [await aDepartment(admin(), 'MVF'), await aDepartment(admin(), 'MVT')];
    const order = await aDraft(admin(), vendor(0), { department_id: from });
    const billed = { id: order.id, vendorId: vendor(0), items: linesOf(order) };
    const { id, total } = await enter(admin(), billed, [{ quantity: 1 }]);
    await admin().post(`/invoices/${id}/approve`, { override: true, comments: 'Delivered already.' }, 200);
    await admin().post(`/invoices/${id}/payments`, { amount: total }, 201);
    await admin().put(`/purchase-orders/${order.id}`, { department_id: to }, 200);
    expect(await differences()).toEqual([]);
    const { rows } = await admin().get('/reports/spending', 200, { ...SINCE, group_by: 'department' });
    const of = (department: number): Loose => rows.find((row: Loose) => row.id === department);
    expect(of(to)).toMatchObject({ invoice_count: 1, invoiced_total: total, paid_total: total });
    expect(of(from)).toBeUndefined();
  });

  it('stay correct when one statement changes the category of 150 vendors', async () => {
    await asOwner(
      service,
      `INSERT INTO vendors (tenant_id, name, status, payment_terms, category, counted_category, created_at, updated_at)
       SELECT tenant_id, 'Vendor ' || n, status, payment_terms, 'Old', 'Old', created_at, updated_at
         FROM vendors, generate_series(1, 150) n WHERE id = $1`,
      [vendor(0)],
    );
    await asOwner(service, `UPDATE vendors SET category = 'New' WHERE category = 'Old'`);
    await service.app.get(FigureFolding).foldAll();
    expect(await asOwner(service, 'SELECT FROM vendors WHERE category IS DISTINCT FROM counted_category')).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  it('of one tenant are folded even if another tenant has more and older entries', async () => {
    await service.app.get(FigureFolding).foldAll();
    const other = (await service.newTenant()).tenant.id;
    const entries = (tenant: string, count: number): string =>
      `INSERT INTO report_entries (tenant_id, measure, key, day, currency, count, amount)
       SELECT '${tenant}', 'sleep', '', '2026-01-01', 'SAR', 0, 0 FROM generate_series(1, ${count})`;
    await asOwner(service, `${entries(other, 20)}; ${entries(tenantId(), 1)}`);
    await asOwner(
      service,
      `BEGIN; SELECT set_config('app.tenant_id', '${tenantId()}', true); SELECT fold_report_entries(10); COMMIT`,
    );
    expect(await waiting()).toBe(0);
  });

  it('do not change with updates that no figure depends on', async () => {
    const draft = await aDraft(admin(), vendor(0));
    await service.app.get(FigureFolding).foldAll();
    await admin().put(`/purchase-orders/${draft.id}`, { notes: 'A word' }, 200);
    expect(await waiting()).toBe(0);
  });
});

/** Entries that this transaction has read so far, with or without the index. */
async function entriesRead(client: Client): Promise<number> {
  const { rows } = await client.query<{ read: string }>(
    `SELECT (seq_tup_read + idx_tup_fetch + pg_stat_get_xact_tuples_returned('pk_report_entries'::regclass)) AS read
       FROM pg_stat_xact_user_tables WHERE relname = 'report_entries'`,
  );
  return Number(rows[0]?.read);
}
