import { type Service, startApp } from '../support/app';
import { allAtOnce } from '../support/at-once';
import { aDepartment } from '../support/budgets';
import type { Loose, Reply } from '../support/client';
import { aDraft, asOwner, aVendor, PAPER } from '../support/purchase-orders';

/** A referenced record is deleted between a request's check and its write. */
describe('A record deleted while a request refers to it', () => {
  let service: Service;
  let vendorId: number;

  beforeAll(async () => {
    service = await startApp();
    vendorId = (await aVendor(admin())).id;
  });
  afterAll(() => service.stop());

  const admin = () => service.client();
  const count = async (table: string): Promise<number> =>
    Number((await asOwner<{ count: string }>(service, `SELECT count(*) FROM ${table}`))[0]?.count);

  /** Sends a POST while another transaction deletes a row and commits when the request waits for it. */
  async function whileDeleted(table: string, id: number, path: string, body: object): Promise<Reply> {
    const values = [service.tenant.tenant.id, id];
    const sql = `DELETE FROM ${table} WHERE tenant_id = $1 AND id = $2`;
    const [reply] = await allAtOnce(service, { sql, values }, [() => admin().raw('POST', path, JSON.stringify(body))]);
    if (!reply) throw new Error('Nobody was answered');
    return reply;
  }

  const bill = (order: Loose, more: object = {}) => ({
    ...{
      purchase_order_id: order.id,
      invoice_number: `R-${order.id}`,
      invoice_date: '2026-01-05',
      due_date: '2026-02-05',
    },
    line_items: [{ po_line_id: order.items[0].id, quantity: 1, unit_price: 25.5, vat_rate: 15 }],
    ...more,
  });

  it('causes 422 for the new invoice if it is an order line', async () => {
    // Free of charge, so that the order's total is right without it.
    const order = await aDraft(admin(), vendorId, { items: [{ ...PAPER, unit_price: 0 }, PAPER] });
    const reply = await whileDeleted('purchase_order_items', order.items[0].id, '/invoices', bill(order));
    expect(reply.status).toBe(422);
    expect(JSON.stringify(reply.body)).toContain('po_line_id');
    expect(await count('invoices')).toBe(0);
  });

  it('causes 422 for the new invoice if it is an order', async () => {
    const order = await aDraft(admin(), vendorId);
    const reply = await whileDeleted('purchase_orders', order.id, '/invoices', bill(order));
    expect(reply.status).toBe(422);
    expect(JSON.stringify(reply.body)).toContain('purchase_order_id');
    expect(await count('invoices')).toBe(0);
  });

  it('causes 422 for the new order if it is a department', async () => {
    const departmentId = await aDepartment(admin(), 'GONE');
    const before = await count('purchase_orders');
    const body = { vendor_id: vendorId, department_id: departmentId, items: [PAPER] };
    const reply = await whileDeleted('departments', departmentId, '/purchase-orders', body);
    expect(reply.status).toBe(422);
    expect(JSON.stringify(reply.body)).toContain('department_id');
    expect(await count('purchase_orders')).toBe(before);
  });
});
