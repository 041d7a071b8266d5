import { type Service, startApp, storyClock } from '../support/app';
import type { Loose } from '../support/client';
import { aNumber, anOrder, approved, type BilledOrderStory, receive, submitted } from '../support/invoices';
import { asOwner, settings } from '../support/purchase-orders';
import { statementsOf } from '../support/statements';

describe('Matching under load', () => {
  let service: Service;
  const clock = storyClock();

  beforeAll(async () => {
    // No worker, whose sweeps would be counted too.
    service = await startApp({ clock, env: { PROCESS_ROLE: 'api' } });
    await settings(service, { matching_policy: 'two_way' });
  });
  afterAll(async () => service.stop());

  const admin = () => service.client();
  const approve = (id: number) => admin().raw('POST', `/invoices/${id}/approve`, '{}');
  const invoiced = async (order: BilledOrderStory) =>
    (await admin().get(`/purchase-orders/${order.id}`)).items[0].invoiced_quantity;
  const drafts = async (order: BilledOrderStory, count: number, quantity: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let index = 0; index < count; index++) {
      const line_items = [{ po_line_id: order.items[0]?.id, quantity }];
      const body = { purchase_order_id: order.id, invoice_number: aNumber(), invoice_date: '2026-03-01', line_items };
      ids.push((await admin().post('/invoices', body, 201)).id);
    }
    return ids;
  };

  it('approves only as many of 20 draft invoices as the order covers, in simultaneous requests', async () => {
    const order = await anOrder(service);
    const ids = await drafts(order, 20, 3);
    const replies = await Promise.all(ids.map(approve));
    const passed = replies.filter(({ status }) => status === 200);
    expect(passed).toHaveLength(3);
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.error.code))).toEqual(
      new Set(['INVOICE_NOT_MATCHED']),
    );
    expect(await invoiced(order)).toBe(9);
    const [sum] = await asOwner<{ quantity: string }>(
      service,
      `SELECT sum(l.quantity) AS quantity FROM invoices i JOIN invoice_items l ON l.tenant_id = i.tenant_id AND l.invoice_id = i.id
        WHERE i.purchase_order_id = $1 AND i.status = 'approved'`,
      [order.id],
    );
    expect(Number(sum?.quantity)).toBe(9);
  });

  it('approves those submitted first of 20 pending invoices, in any order of requests', async () => {
    const order = await anOrder(service);
    const ids = await drafts(order, 20, 1);
    for (const id of ids) {
      clock.advance(1000);
      await admin().post(`/invoices/${id}/submit`, undefined, 200);
    }
    const replies = await Promise.all([...ids].reverse().map(approve));
    const passed = [...ids].reverse().filter((_, index) => replies[index]?.status === 200);
    expect(new Set(passed)).toEqual(new Set(ids.slice(0, 10)));
    expect(await admin().get(`/purchase-orders/${order.id}`)).toMatchObject({ status: 'completed' });
  });

  it('leaves a consistent order after simultaneous receipts and approvals', async () => {
    const order = await anOrder(service);
    const [id] = await drafts(order, 1, 10);
    const receiving = Array.from({ length: 10 }, () =>
      admin().raw(
        'POST',
        `/purchase-orders/${order.id}/goods-receipts`,
        JSON.stringify({ lines: [{ item_id: order.items[0]?.id, quantity_received: 2 }] }),
      ),
    );
    const replies = await Promise.all([...receiving, approve(id ?? 0)]);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(replies.at(-1)?.status).toBe(200);
    const { status, items } = await admin().get(`/purchase-orders/${order.id}`);
    expect([status, items[0].received_quantity, items[0].invoiced_quantity]).toEqual(['completed', 10, 10]);
  });

  it('needs the same number of statements for a receipt of 500 lines as for one line', async () => {
    const cost = async (lines: number) => {
      const order = await anOrder(
        service,
        Array.from({ length: lines }, () => ({})),
      );
      const quantities = Array.from({ length: lines }, () => 10);
      return statementsOf(() => receive(admin(), order, quantities));
    };
    const [one, many] = [await cost(1), await cost(500)];
    expect(many.sort()).toEqual(one.sort());
    expect(one.length).toBeLessThan(30);
  });

  it('needs the same number of statements for a receipt that re-matches 50 open invoices as for one', async () => {
    await settings(service, { matching_policy: 'three_way' });
    const cost = async (open: number) => {
      const order = await anOrder(service, [{ quantity: 100 }]);
      const ids = await drafts(order, open, 1);
      for (const id of ids) await admin().post(`/invoices/${id}/submit`, undefined, 200);
      const statements = await statementsOf(() => receive(admin(), order, [100]));
      const moved = await admin().get('/invoices', 200, { po_id: order.id, status: 'pending', per_page: 100 });
      expect(moved).toHaveLength(open);
      return statements;
    };
    try {
      const [one, fifty] = [await cost(1), await cost(50)];
      expect(fifty.sort()).toEqual(one.sort());
    } finally {
      await settings(service, { matching_policy: 'two_way' });
    }
  });

  it('needs the same number of statements for a receipt that starts or ends steps of 50 invoices as for one', async () => {
    await settings(service, { matching_policy: 'three_way' });
    const rules = [{ steps: [{ role: 'finance_manager' }, { role: 'admin' }] }];
    await admin().put('/approval-workflows/invoices', { rules }, 200);
    const cost = async (open: number) => {
      const order = await anOrder(service, [{ quantity: 100 }]);
      for (const id of await drafts(order, open, 1)) await admin().post(`/invoices/${id}/submit`, undefined, 200);
      const waiting = async (status: string) =>
        (await admin().get('/invoices', 200, { po_id: order.id, status, per_page: 100 })).length;
      let receipt: Loose;
      const begun = await statementsOf(async () => {
        receipt = await receive(admin(), order, [100]);
      });
      expect(await waiting('pending')).toBe(open);
      const cancelled = `/goods-receipts/${receipt.id}/cancel`;
      const ended = await statementsOf(() => admin().post(cancelled, { reason: 'Wrong' }, 200));
      expect(await waiting('submitted')).toBe(open);
      return [begun.sort(), ended.sort()];
    };
    try {
      const [one, fifty] = [await cost(1), await cost(50)];
      expect(fifty).toEqual(one);
    } finally {
      await admin().put('/approval-workflows/invoices', { rules: [] }, 200);
      await settings(service, { matching_policy: 'two_way' });
    }
  });

  it('needs two statements to read a pending invoice with its possible approvers', async () => {
    const { id } = await submitted(admin(), await anOrder(service));
    expect(await statementsOf(() => admin().get(`/invoices/${id}`))).toHaveLength(2);
  });

  it('needs at most two statements for a list of invoices or a whole invoice', async () => {
    const order = await anOrder(service, [{ quantity: 100 }]);
    const invoice = await approved(admin(), order, [{ quantity: 1 }]);
    for (let paid = 0; paid < 5; paid++) await admin().post(`/invoices/${invoice.id}/payments`, { amount: 1 }, 201);
    expect(await statementsOf(() => admin().get('/invoices', 200, { per_page: 100 }))).toHaveLength(2);
    expect(await statementsOf(() => admin().get(`/invoices/${invoice.id}`))).toHaveLength(1);
    expect(await statementsOf(() => admin().get('/goods-receipts', 200, { per_page: 100 }))).toHaveLength(2);
    expect(await statementsOf(() => admin().get('/invoices/exceptions'))).toHaveLength(3);
  });

  it('enters, matches and approves an invoice of 1,000 lines against an order of 1,000 lines', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => ({
      description: `Part ${index}`,
      quantity: 2,
      unit_price: 3,
    }));
    const order = await anOrder(service, lines);
    const line_items = [...lines].reverse().map((line) => ({ ...line, vat_rate: 15 }));
    const body = { purchase_order_id: order.id, invoice_number: aNumber(), invoice_date: '2026-03-01', line_items };
    const { id } = await admin().post('/invoices', body, 201);
    let matched: Loose;
    const submitting = await statementsOf(async () => {
      matched = await admin().post(`/invoices/${id}/submit`, undefined, 200);
    });
    expect(matched).toMatchObject({ status: 'pending', match_status: 'full_match' });
    expect(new Set(matched.match_summary.lines.map((line: { po_line_id: number }) => line.po_line_id)).size).toBe(1000);
    const approving = await statementsOf(() => admin().post(`/invoices/${id}/approve`, {}, 200));
    expect(await admin().get(`/purchase-orders/${order.id}`)).toMatchObject({ status: 'completed' });

    // As many statements as for an invoice with a single line.
    const single = (await drafts(await anOrder(service), 1, 10))[0] ?? 0;
    const briefly = await statementsOf(() => admin().post(`/invoices/${single}/submit`, undefined, 200));
    expect(submitting.sort()).toEqual(briefly.sort());
    const decided = await statementsOf(() => admin().post(`/invoices/${single}/approve`, {}, 200));
    expect(approving.sort()).toEqual(decided.sort());
  });

  it('queues an invoice after those submitted before it, by time and then by id', async () => {
    const order = await anOrder(service);
    const first = await submitted(admin(), order, [{ quantity: 7 }]);
    const second = await submitted(admin(), order, [{ quantity: 7 }]);
    expect([first.match_status, second.match_status]).toEqual(['full_match', 'mismatch']);
    expect(second.match_summary.lines[0]).toMatchObject({ billed_before: 7, quantity: 7, ordered_quantity: 10 });
  });
});
