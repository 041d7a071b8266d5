import { FigureFolding } from '../../src/reports';
import { type Service, startApp } from '../support/app';
import { aBudget, aDepartment } from '../support/budgets';
import type { Loose } from '../support/client';
import { anOrderOf, approved, enter, receive } from '../support/invoices';
import { aDraft, asOwner, aSubmitted, aVendor } from '../support/purchase-orders';

/** What the figures would be if everything were counted now. */
const COUNTED = `
  SELECT measure, key, day, currency, sum(count) AS count, sum(amount) AS amount FROM (
    SELECT f.measure, coalesce(f.key, '') AS key, f.day, r.currency, f.count, f.amount
      FROM purchase_orders r CROSS JOIN LATERAL report_order_figures(r) f WHERE r.tenant_id = $1
    UNION ALL
    SELECT f.measure, f.key, f.day, '' AS currency, f.count, f.amount
      FROM vendors r CROSS JOIN LATERAL report_vendor_figures(r) f WHERE r.tenant_id = $1
    UNION ALL
    SELECT f.measure, coalesce(f.key, ''), f.day, r.currency, f.count, f.amount
      FROM invoices r CROSS JOIN LATERAL report_invoice_figures(r) f WHERE r.tenant_id = $1
    UNION ALL
    SELECT f.measure, coalesce(f.key, ''), f.day, i.currency, f.count, f.amount
      FROM payments r JOIN invoices i ON i.tenant_id = r.tenant_id AND i.id = r.invoice_id
     CROSS JOIN LATERAL report_payment_figures(r) f WHERE r.tenant_id = $1) every
   GROUP BY 1, 2, 3, 4`;

/** What they are: folded, and not yet folded. */
const KEPT = `
  SELECT measure, key, day, currency, sum(count) AS count, sum(amount) AS amount FROM (
    SELECT measure, key, day, currency, count, amount FROM report_figures WHERE tenant_id = $1 AND grain = $2
    UNION ALL
    SELECT measure, key, CASE $2 WHEN 'month' THEN date_trunc('month', day::timestamp)::date ELSE day END, currency, count, amount
      FROM report_entries WHERE tenant_id = $1) every
   GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0 OR sum(amount) <> 0`;

describe('the figures of reports', () => {
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
  const text = (rows: Loose[]): string[] =>
    rows
      .map((row) =>
        JSON.stringify([row.measure, row.key, row.day, row.currency, Number(row.count), Number(row.amount)]),
      )
      .sort();
  const kept = async (grain: string) => text(await asOwner(service, KEPT, [tenantId(), grain]));
  const counted = async () => text(await asOwner(service, COUNTED, [tenantId()]));
  const waiting = async (): Promise<number> => {
    const [row] = await asOwner<{ count: string }>(
      service,
      'SELECT count(*) FROM report_entries WHERE tenant_id = $1',
      [tenantId()],
    );
    return Number(row?.count);
  };
  const vendor = (index: number): number => vendors[index % 2]?.id ?? 0;

  /** One of everything that changes a figure. */
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

  it('are at every moment what counting everything would give, by day and by month, folded or not', async () => {
    const folding = service.app.get(FigureFolding);
    for (const index of [0, 1, 2, 3]) {
      await Promise.all([story(2 * index), story(2 * index + 1), folding.foldAll(), folding.foldAll()]);
      expect(await kept('day')).toEqual(await counted());
    }
    const before = [
      await kept('day'),
      await kept('month'),
      await admin().get('/reports/spending', 200, { from_date: '2026-01-01' }),
    ];
    await folding.foldAll();
    expect(await waiting()).toBe(0);
    const after = [
      await kept('day'),
      await kept('month'),
      await admin().get('/reports/spending', 200, { from_date: '2026-01-01' }),
    ];
    const withoutTime = (found: Loose[]) => [found[0], found[1], found[2].rows, found[2].totals];
    expect(withoutTime(after)).toEqual(withoutTime(before));
  });

  it('do not move with a change that is rolled back', async () => {
    const department_id = await aDepartment(admin(), 'POOR');
    const year = new Date().getUTCFullYear();
    await aBudget(admin(), { department_id, fiscal_year: year, allocated_amount: 1 });
    const { id } = await aSubmitted(admin(), vendor(0), { department_id });
    await service.app.get(FigureFolding).foldAll();
    // The order is approved, and counted, before its budget is asked.
    const { body } = await admin().call('POST', `/purchase-orders/${id}/approve`, 422, {});
    expect(body.error.code).toBe('BUDGET_EXCEEDED');
    expect(await waiting()).toBe(0);
  });

  it('do not move with a change that no figure depends on', async () => {
    const draft = await aDraft(admin(), vendor(0));
    await service.app.get(FigureFolding).foldAll();
    await admin().put(`/purchase-orders/${draft.id}`, { notes: 'A word' }, 200);
    expect(await waiting()).toBe(0);
  });
});
