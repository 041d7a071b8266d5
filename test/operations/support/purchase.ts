import { ask } from '../../support/asking';
import type { Loose } from '../../support/client';

let purchases = 0;

/**
 * A complete purchase through the API: an order with a budget, approved, received, billed, matched and paid. Verifies
 * its figures.
 * @param addresses of the instances, which get the requests in turn
 * @param token an admin's
 */
export async function purchase(addresses: readonly string[], token: string): Promise<void> {
  purchases += 1;
  let requests = 0;
  const send = async (method: string, path: string, status: number, body?: object): Promise<Loose> => {
    const address = addresses[requests % addresses.length] ?? '';
    requests += 1;
    const answer = await ask(address, method, `/v1${path}`, { token, ...(body ? { body } : {}) });
    if (answer.status !== status) {
      throw new Error(`${method} ${path}: ${answer.status}, not ${status}: ${JSON.stringify(answer.body)}`);
    }
    return answer.body.data;
  };

  const code = `D${purchases}`;
  const department = await send('POST', '/departments', 201, { name: code, code });
  const year = new Date().getUTCFullYear();
  const budget = await send('POST', '/budgets', 201, {
    name: code,
    allocated_amount: 100_000,
    department_id: department.id,
    fiscal_year: year,
  });
  await send('PUT', `/budgets/${budget.id}`, 200, { status: 'active' });
  const vendor = await send('POST', '/vendors', 201, { name: `Vendor ${code}` });
  const order = await send('POST', '/purchase-orders', 201, {
    vendor_id: vendor.id,
    department_id: department.id,
    items: [{ description: 'Item', quantity: 10, unit_price: 100, vat_rate: 15 }],
  });
  await send('POST', `/purchase-orders/${order.id}/submit`, 200);
  let decided = await send('POST', `/purchase-orders/${order.id}/approve`, 200, {});
  while (decided.status === 'pending_approval') {
    decided = await send('POST', `/purchase-orders/${order.id}/approve`, 200, {});
  }
  await send('POST', `/purchase-orders/${order.id}/goods-receipts`, 201, {
    lines: [{ item_id: order.items[0].id, quantity_received: 10 }],
  });
  const day = new Date().toISOString().slice(0, 10);
  const invoice = await send('POST', '/invoices', 201, {
    invoice_number: `B-${code}`,
    vendor_id: vendor.id,
    purchase_order_id: order.id,
    invoice_date: day,
    due_date: day,
    line_items: [{ po_line_id: order.items[0].id, quantity: 10 }],
  });
  await send('POST', `/invoices/${invoice.id}/approve`, 200, {});
  await send('POST', `/invoices/${invoice.id}/payments`, 201, {
    amount: 1_150,
    paid_at: new Date().toISOString(),
    reference: `P-${code}`,
  });
  expect(await send('GET', `/invoices/${invoice.id}`, 200)).toMatchObject({ status: 'paid' });
  expect(await send('GET', `/budgets/${budget.id}`, 200)).toMatchObject({ spent_amount: 1_150 });
}
