import { aBudget, aDepartment } from '../../support/budgets';
import { Service, startApp } from '../../support/app';
import type { Client, Loose } from '../../support/client';
import { approved, type BilledOrderStory, enter, LINES, linesOf, receive, submitted } from '../../support/invoices';
import {
  anApproved,
  asOwner,
  aSubmitted,
  aVendor,
  Colleague,
  colleague,
  meanwhile,
  settings,
} from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

const PIPES = { description: 'Pipe, 6 m', quantity: 100, unit: 'piece', unit_price: 100, vat_rate: 15 };
const REASON = { reason: 'The mill stopped' };

describe('Closing an order', () => {
  let service: Service;
  let officer: Colleague;
  let vendorId: number;

  beforeAll(async () => {
    service = await startApp();
    vendorId = (await aVendor(admin())).id;
    officer = await colleague(service, 'procurement_officer');
  });
  afterAll(async () => service.stop());

  const admin = (form: 'a' | 'b' = 'a') => service.client({ form });
  let codes = 0;

  /** An approved order of 100 pipes at 115.00, VAT included, with its own budget. */
  const pipes = async (allocated = 20_000, vendor = vendorId) => {
    const departmentId = await aDepartment(admin(), `P${++codes}`);
    const budget = await aBudget(admin(), { department_id: departmentId, allocated_amount: allocated });
    const order = await anApproved(admin(), vendor, { department_id: departmentId, items: [PIPES] });
    const story: BilledOrderStory = { id: order.id, vendorId: vendor, items: order.items };
    const figures = async () => {
      const { committed_amount, spent_amount } = await admin().get(`/budgets/${budget.id}`);
      return { committed: committed_amount, spent: spent_amount };
    };
    return { ...story, budgetId: budget.id as number, departmentId, figures };
  };

  describe.each(ONE_FORM)('in Form %s', (form) => {
    const client = (): Client => officer.client.through(form);
    const act = async (order: { id: number }, action: string, body: object, status = 200): Promise<Loose> =>
      (await client().call('POST', `/purchase-orders/${order.id}/${action}`, status, body)).body;
    const close = async (order: { id: number }): Promise<Loose> => (await act(order, 'close', REASON)).data;
    const shown = (order: { id: number }): Promise<Loose> => client().get(`/purchase-orders/${order.id}`);

    it('publishes closed and completed when it completes the order', async () => {
      const order = await pipes();
      await receive(client(), order, [98]);
      await approved(admin(form), order, [{ quantity: 98 }]);
      expect(await close(order)).toMatchObject({ status: 'completed', completed_at: expect.any(String) });
      const published = await asOwner<{ name: string }>(
        service,
        `SELECT name FROM events WHERE name IN ('purchase_order.closed', 'purchase_order.completed')
            AND body::jsonb#>>'{data,purchase_order_id}' = $1 ORDER BY name`,
        [String(order.id)],
      );
      expect(published.map(({ name }) => name)).toEqual(['purchase_order.closed', 'purchase_order.completed']);
    });

    it('lets the vendor bill the 98 of 100 that were delivered, and no more', async () => {
      const order = await pipes();
      await receive(client(), order, [98]);
      const closed = await close(order);
      expect(closed).toMatchObject({
        status: 'approved',
        closed_at: expect.any(String),
        completed_at: null,
        close_reason: 'The mill stopped',
      });
      expect(form === 'a' ? closed.total_amount : closed.total_inc_vat).toBe(11_500);
      expect(linesOf(closed)).toMatchObject([
        { quantity: 100, closed_quantity: 2, received_quantity: 98, invoiced_quantity: 0, open_quantity: 98 },
      ]);
      expect(await order.figures()).toEqual({ committed: 11_270, spent: 0 });
      const tooMany = await submitted(admin(form), order, [{ quantity: 99 }]);
      expect(tooMany.match_status).toBe('mismatch');
      await admin().post(`/invoices/${tooMany.id}/reject`, { reason: 'One too many' }, 200);
      expect(await approved(admin(form), order, [{ quantity: 98 }])).toMatchObject({
        status: 'approved',
        match_status: 'full_match',
      });
      expect(await order.figures()).toEqual({ committed: 0, spent: 11_270 });
      expect(await shown(order)).toMatchObject({ status: 'completed', closed_at: expect.any(String) });
    });

    it('rejects further receipts and amendments', async () => {
      const order = await pipes();
      await receive(client(), order, [98]);
      await close(order);
      const receipt = { lines: [{ item_id: order.items[0]?.id, quantity_received: 1 }] };
      const refused = await act(order, 'goods-receipts', receipt, 422);
      expect(refused.error).toMatchObject({
        code: 'INVALID_STATUS',
        message: expect.stringContaining('Reopen it first'),
        details: { status: 'approved' },
      });
      const amended = await act(order, 'amendments', { reason: 'x', notes: 'y' }, 422);
      expect(amended.error).toMatchObject({ code: 'INVALID_STATUS', message: expect.stringContaining('closed') });
      const again = await act(order, 'close', REASON, 422);
      expect(again.error).toMatchObject({ code: 'INVALID_STATUS', message: expect.stringContaining('already closed') });
    });

    it("returns 422 while one of the order's invoices is submitted", async () => {
      const order = await pipes();
      const invoice = await submitted(admin(form), order, [{ quantity: 100, unit_price: 101 }]);
      expect(invoice.status).toBe('submitted');
      const refused = await act(order, 'close', REASON, 422);
      expect(refused.error).toMatchObject({
        code: 'INVALID_STATUS',
        message: expect.stringContaining('one of its invoices'),
      });
      expect(await order.figures()).toEqual({ committed: 11_500, spent: 0 });
    });

    it('lets an invoice that includes the closed quantity match once the order is reopened', async () => {
      await settings(service, { matching_policy: 'two_way' });
      const order = await pipes();
      await receive(client(), order, [98]);
      await close(order);
      const { id, match_status } = await submitted(admin(form), order, [{ quantity: 100 }]);
      expect(match_status).toBe('mismatch');
      await act(order, 'reopen', { reason: 'The mill runs again' });
      expect(await admin().get(`/invoices/${id}`)).toMatchObject({ match_status: 'full_match', status: 'pending' });
      await settings(service, { matching_policy: 'three_way' });
    });

    it('without any delivery completes the order, and reopening restores it', async () => {
      const order = await pipes();
      expect(await close(order)).toMatchObject({ status: 'completed', completed_at: expect.any(String) });
      expect(await order.figures()).toEqual({ committed: 0, spent: 0 });
      const { data: opened } = await act(order, 'reopen', { reason: 'The mill runs again' });
      expect(opened).toMatchObject({ status: 'approved', closed_at: null, close_reason: null, completed_at: null });
      expect(linesOf(opened)).toMatchObject([{ closed_quantity: 0, open_quantity: 100 }]);
      expect(opened.approvals).toHaveLength(1);
      expect(opened.audit_trail.at(-1)).toMatchObject({
        action: 'reopened',
        user: officer.name,
        details: {
          reason: 'The mill runs again',
        },
      });
      const entry = (await admin().get('/audit-log', 200, { entity_type: 'purchase_order', entity_id: order.id }))[0];
      expect(entry).toMatchObject({
        action: 'reopened',
        changes: {
          status: { from: 'completed', to: 'approved' },
          lines: { [`${order.items[0]?.id}`]: { closed_quantity: { from: 100, to: 0 } } },
        },
      });
      expect(await order.figures()).toEqual({ committed: 11_500, spent: 0 });
      await receive(client(), order, [100]);
      await approved(admin(form), order, [{ quantity: 100 }]);
      expect(await shown(order)).toMatchObject({ status: 'completed', closed_at: null });
      const refused = await act(order, 'reopen', { reason: 'Again' }, 422);
      expect(refused.error).toMatchObject({ code: 'INVALID_STATUS', details: { status: 'completed' } });
      await act(order, 'reopen', {}, 422);
    });

    it('cannot be undone if that exceeds the budget, if the budget is frozen or closed, or if the vendor is blocked', async () => {
      const blocked = (await aVendor(admin(), { name: `Mill ${form}` })).id;
      const order = await pipes(12_000, blocked);
      await receive(client(), order, [98]);
      await close(order);
      const reopen = async (body: object = {}, status = 422): Promise<Loose> =>
        (await admin(form).call('POST', `/purchase-orders/${order.id}/reopen`, status, { reason: 'Again', ...body }))
          .body;
      await admin().post(`/vendors/${blocked}/block`, { reason: 'Fraud' }, 200);
      expect((await reopen()).error.code).toBe('VENDOR_BLOCKED');
      await admin().post(`/vendors/${blocked}/unblock`, {}, 200);
      await admin().put(`/budgets/${order.budgetId}`, { status: 'frozen' }, 200);
      expect((await reopen()).error.code).toBe('BUDGET_FROZEN');
      await admin().put(`/budgets/${order.budgetId}`, { status: 'closed' }, 200);
      expect((await reopen()).error.code).toBe('BUDGET_CLOSED');
      await admin().put(`/budgets/${order.budgetId}`, { status: 'active' }, 200);
      const short = `UPDATE budgets SET allocated_amount = 11400 WHERE id = ${order.budgetId}`;
      const back = `UPDATE budgets SET allocated_amount = 12000 WHERE id = ${order.budgetId}`;
      await meanwhile(service, short, back, async () => {
        expect((await reopen()).error).toMatchObject({
          code: 'BUDGET_EXCEEDED',
          details: { available: 130, requested: 230, shortfall: 100 },
        });
        await act(order, 'reopen', { reason: 'Again', override_budget: true, comments: 'I say so' }, 403);
        expect(Object.keys((await reopen({ override_budget: true })).error.details)).toEqual(['comments']);
        expect(await order.figures()).toEqual({ committed: 11_270, spent: 0 });
        expect(await shown(order)).toMatchObject({ closed_at: expect.any(String) });
        const { data } = await reopen({ override_budget: true, comments: 'Agreed with finance' }, 200);
        expect(data).toMatchObject({ status: 'approved', closed_at: null, warnings: [{ code: 'BUDGET_EXCEEDED' }] });
        expect(await order.figures()).toEqual({ committed: 11_500, spent: 0 });
      });
    });

    it('again closes the quantity that was returned since', async () => {
      const order = await pipes();
      const receipt = await receive(client(), order, [98]);
      await close(order);
      const back = { lines: [{ item_id: order.items[0]?.id, quantity: 10 }], reason: 'Bent' };
      await client().post(`/goods-receipts/${receipt.id}/returns`, back, 201);
      expect(await order.figures()).toEqual({ committed: 11_270, spent: 0 });
      expect(linesOf(await close(order))).toMatchObject([{ closed_quantity: 12, open_quantity: 88 }]);
      expect(await order.figures()).toEqual({ committed: 10_120, spent: 0 });
    });

    it('allows an over-receipt to be billed, which commits no more of the budget', async () => {
      await settings(service, { over_receipt_pct: 5 });
      const order = await pipes();
      await receive(client(), order, [104]);
      expect(await order.figures()).toEqual({ committed: 11_500, spent: 0 });
      expect(linesOf(await close(order))).toMatchObject([{ closed_quantity: 0, open_quantity: 100 }]);
      const invoice = await enter(admin(form), order, [{ quantity: 105 }]);
      expect((await admin(form).call('POST', `/invoices/${invoice.id}/approve`, 422, {})).body.error.code).toBe(
        'INVOICE_NOT_MATCHED',
      );
      await approved(admin(form), order, [{ quantity: 104 }]);
      expect(await order.figures()).toEqual({ committed: 0, spent: 11_960 });
      await settings(service, { over_receipt_pct: 0 });
    });

    it('returns a completed order to approved when its invoice is voided, and commits the amount of the open quantity', async () => {
      const order = await pipes();
      await receive(client(), order, [98]);
      await close(order);
      const invoice = await approved(admin(form), order, [{ quantity: 98 }]);
      await admin(form).post(`/invoices/${invoice.id}/void`, { reason: 'Wrong vendor number' }, 200);
      const again = await shown(order);
      expect(again).toMatchObject({ status: 'approved', completed_at: null, closed_at: expect.any(String) });
      expect(linesOf(again)).toMatchObject([{ closed_quantity: 2, open_quantity: 98 }]);
      expect(await order.figures()).toEqual({ committed: 11_270, spent: 0 });
      const refused = await act(order, 'close', REASON, 422);
      expect(refused.error).toMatchObject({
        code: 'INVALID_STATUS',
        message: expect.stringContaining('already closed'),
      });
      await approved(admin(form), order, [{ quantity: 98 }]);
      expect(await shown(order)).toMatchObject({ status: 'completed', closed_at: expect.any(String) });
      expect(await order.figures()).toEqual({ committed: 0, spent: 11_270 });
    });

    it.each([
      ['goods are returned and credited', 2],
      ['goods are credited and kept', 0],
    ])('is possible again after completion when %s', async (_what, returned) => {
      const order = await pipes();
      const receipt = await receive(client(), order, [4]);
      await close(order);
      const invoice = await approved(admin(form), order, [{ quantity: 4 }]);
      const back = { lines: [{ item_id: order.items[0]?.id, quantity: returned }], reason: 'Bent' };
      if (returned > 0) await client().post(`/goods-receipts/${receipt.id}/returns`, back, 201);
      const credit = {
        credit_note_number: `CN-${order.id}`,
        lines: [{ line_item_id: invoice[LINES[form]][0].id, quantity: 2 }],
      };
      await admin(form).post(`/invoices/${invoice.id}/credit-notes`, { ...credit, reason: 'Bent' }, 201);
      const open = await shown(order);
      expect(open).toMatchObject({ status: 'approved' });
      expect(linesOf(open)).toMatchObject([{ closed_quantity: 96, open_quantity: 2 }]);
      expect(await order.figures()).toEqual({ committed: 230, spent: 230 });
      const closed = await close(order);
      expect(closed).toMatchObject({ status: 'completed', completed_at: expect.any(String) });
      expect(linesOf(closed)).toMatchObject([{ closed_quantity: 98, open_quantity: 0 }]);
      expect(await order.figures()).toEqual({ committed: 0, spent: 230 });
    });

    it('completes an order if only a free line is open; a receipt of that line does the same', async () => {
      const bought = { ...PIPES, quantity: 10 };
      const samples = { description: 'Sample, free of charge', quantity: 5, unit_price: 0 };
      const place = async () => {
        const order = await anApproved(admin(), vendorId, { items: [bought, samples] });
        return { id: order.id, vendorId, items: order.items };
      };
      const received = await place();
      await receive(client(), received, [10]);
      await approved(admin(form), received, [{ quantity: 10 }]);
      expect(await shown(received)).toMatchObject({ status: 'approved' });
      const rest = { lines: [{ item_id: received.items[1]?.id, quantity_received: 5 }] };
      await act(received, 'goods-receipts', rest, 201);
      const done = await shown(received);
      expect(done).toMatchObject({ status: 'completed', closed_at: null });
      expect(linesOf(done)).toMatchObject([{ open_quantity: 0 }, { invoiced_quantity: 0, open_quantity: 0 }]);
      const cut = await place();
      await receive(client(), cut, [10, 2]);
      await approved(admin(form), cut, [{ quantity: 10 }]);
      expect(await shown(cut)).toMatchObject({ status: 'approved' });
      const closed = await close(cut);
      expect(closed).toMatchObject({ status: 'completed' });
      expect(linesOf(closed)).toMatchObject([{ open_quantity: 0 }, { closed_quantity: 3, open_quantity: 0 }]);
    });

    it('protects the budget of a voided invoice’s amount from other orders', async () => {
      const order = await pipes(12_000);
      await receive(client(), order, [98]);
      await close(order);
      const wrong = await approved(admin(form), order, [{ quantity: 98 }]);
      await admin(form).post(`/invoices/${wrong.id}/void`, { reason: 'Wrong vendor number' }, 200);
      const more = { department_id: order.departmentId, items: [{ ...PIPES, quantity: 90 }] };
      const other = await aSubmitted(admin(), vendorId, more);
      const refused = (await admin().call('POST', `/purchase-orders/${other.id}/approve`, 422, {})).body;
      expect(refused.error).toMatchObject({
        code: 'BUDGET_EXCEEDED',
        details: { available: 730, requested: 10_350, shortfall: 9_620 },
      });
      expect(await approved(admin(form), order, [{ quantity: 98 }])).toMatchObject({ status: 'approved' });
      expect(await order.figures()).toEqual({ committed: 0, spent: 11_270 });
    });
  });
});
