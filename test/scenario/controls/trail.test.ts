import { WebhookReceiver } from '../../../tools/receiver/webhook-receiver';
import { Periodic } from '../../../src/platform/periodic';
import { type Service, startApp, storyClock } from '../../support/app';
import { aBudget, aDepartment } from '../../support/budgets';
import type { Client, Loose } from '../../support/client';
import { asOwner, type Colleague, colleague } from '../../support/purchase-orders';
import { statementsOf } from '../../support/statements';
import { until } from '../../support/until';
import { subscribe } from '../../support/webhooks/delivering';
import { ONE_FORM } from '../../support/sampled';

describe.each(ONE_FORM)('The trail of approvals and payments (Form %s)', (form) => {
  const clock = storyClock();
  let service: Service;
  let receiver: WebhookReceiver;
  let admin: Client;
  let head: Colleague;
  let deputy: Colleague;
  let buyer: Colleague;
  let verifier: Colleague;
  let orderId: number;
  let invoiceId: number;

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    service = await startApp({ clock, trusts: receiver });
    admin = service.client();
    await subscribe(service, receiver, { events: ['purchase_order.approved', 'invoice.paid'] });
    const departmentId = await aDepartment(admin, 'OPS');
    await aBudget(admin, { department_id: departmentId, allocated_amount: 100_000 });
    head = await colleague(service, 'department_head', { departmentId, name: 'Huda Head' });
    deputy = await colleague(service, 'procurement_manager', { departmentId, name: 'Dina Deputy' });
    buyer = await colleague(service, 'procurement_officer', { departmentId, name: 'Badr Buyer' });
    verifier = await colleague(service, 'finance_officer', { name: 'Vera Verifier' });
    await admin.put(`/departments/${departmentId}`, { head_user_id: head.id }, 200);
    await drive(departmentId);
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
  });

  const later = (): void => clock.advance(60_000);

  /** From a draft to a paid invoice, with a delegation, an amendment, an override and a credit note. */
  async function drive(departmentId: number): Promise<void> {
    const bank = { bank_name: 'Bank', bank_account: 'ACC-4242' };
    const { id: vendorId } = await admin.post('/vendors', { name: 'Najd Paper', ...bank }, 201);
    const [account] = await admin.get(`/vendors/${vendorId}/bank-accounts`);
    await verifier.client.post(`/vendors/${vendorId}/bank-accounts/${account.id}/verify`, undefined, 200);
    const items = [{ description: 'Cement', quantity: 10, unit_price: 100, vat_rate: 15 }];
    const order = await buyer.client.post(
      '/purchase-orders',
      { vendor_id: vendorId, department_id: departmentId, items },
      201,
    );
    orderId = order.id;
    const path = `/purchase-orders/${orderId}`;
    later();
    await buyer.client.put(path, { items: [{ id: order.items[0].id, quantity: 12 }] }, 200);
    later();
    await buyer.client.post(`${path}/submit`, {}, 200);
    await head.client.post(
      `/users/${head.id}/delegations`,
      { delegate_id: deputy.id, from: '2026-03-10', to: '2026-03-20' },
      201,
    );
    later();
    await deputy.client.post(`${path}/approve`, { comments: 'Within the plan' }, 200);
    later();
    const change = { reason: 'Two bags more', items: [{ id: order.items[0].id, quantity: 14 }] };
    const amendment = await buyer.client.post(`${path}/amendments`, change, 201);
    later();
    if (amendment.status === 'pending') {
      await head.client.post(`${path}/amendments/${amendment.id}/approve`, { comments: 'Agreed' }, 200);
    }
    later();
    const lines = [{ item_id: order.items[0].id, quantity_received: 10 }];
    const receipt = await buyer.client.post(`${path}/goods-receipts`, { lines, delivery_note_number: 'LS-1' }, 201);
    later();
    const back = { reason: 'Torn', lines: [{ item_id: order.items[0].id, quantity: 1 }] };
    await buyer.client.post(`/goods-receipts/${receipt.id}/returns`, back, 201);
    later();
    const invoice = await buyer.client.post(
      '/invoices',
      {
        purchase_order_id: orderId,
        invoice_number: 'N-1',
        invoice_date: '2026-03-10',
        line_items: [{ po_line_id: order.items[0].id, quantity: 10, unit_price: 110 }],
      },
      201,
    );
    invoiceId = invoice.id;
    later();
    await buyer.client.post(`/invoices/${invoiceId}/submit`, {}, 200);
    later();
    await admin.post(`/invoices/${invoiceId}/approve`, { override: true, comments: 'Price agreed by phone' }, 200);
    later();
    const note = {
      credit_note_number: 'C-1',
      reason: 'Torn bag',
      lines: [{ line_item_id: invoice.line_items[0].id, quantity: 1 }],
    };
    await admin.post(`/invoices/${invoiceId}/credit-notes`, note, 201);
    later();
    const { amount_due } = await admin.get(`/invoices/${invoiceId}`);
    await admin.post(`/invoices/${invoiceId}/payments`, { amount: amount_due, reference: 'BANK-77' }, 201);
  }

  const trailOf = (path: string): Promise<Loose> => service.client({ form }).get(`${path}/trail`);
  const ofType = (trail: Loose, type: string): Loose[] => trail.entries.filter((entry: Loose) => entry.type === type);

  it('lists the approvals of an order in one call, with delegates and comments', async () => {
    const trail = await trailOf(`/purchase-orders/${orderId}`);
    expect(trail).toMatchObject({ id: orderId, left_out: {} });
    const times = trail.entries.map(({ at }: Loose) => at as string);
    expect(times).toEqual([...times].sort());
    expect(trail.entries[0]).toMatchObject({
      type: 'created',
      actor: { name: 'Badr Buyer' },
      subject: { type: 'purchase_order' },
    });

    const [approval] = ofType(trail, 'decision');
    expect(approval).toMatchObject({
      action: 'approved',
      actor: { id: deputy.id, name: 'Dina Deputy' },
      token: { name: 'read+write+delete+approve' },
      details: {
        ...{ outcome: 'approved', step: 1, on_behalf_of: 'Huda Head', comments: 'Within the plan' },
        authority: {
          role: 'procurement_manager',
          asked: { role: 'department_head' },
          rule: {},
          delegation: {
            id: expect.any(Number),
            user: { id: head.id, name: 'Huda Head' },
            ...{ from: '2026-03-10', to: '2026-03-20' },
            granted_by: { id: head.id, name: 'Huda Head' },
          },
        },
      },
      changes: { status: { from: 'pending_approval', to: 'approved' } },
    });
    const [edit] = ofType(trail, 'changed');
    expect(edit).toMatchObject({ actor: { id: buyer.id }, changes: { total_amount: { from: 1150, to: 1380 } } });
    expect(Object.values<Loose>(edit.changes.lines)).toEqual([
      expect.objectContaining({ quantity: { from: 10, to: 12 } }),
    ]);
    expect(ofType(trail, 'submitted').map(({ subject }) => subject.type)).toEqual(['purchase_order', 'invoice']);
    const amended = trail.entries.filter(({ details }: Loose) => details.amendment_id !== undefined);
    expect(amended.map(({ type }: Loose) => type)).toEqual(['amendment', 'decision']);
    expect(amended[1]).toMatchObject({ actor: { name: 'Huda Head' }, details: { comments: 'Agreed' } });
    const moved = ofType(trail, 'budget').filter(({ details }) => !details.invoice_id);
    const [reserved, , committed] = moved;
    expect(moved.map(({ action }) => action)).toEqual(['reserve', 'release', 'commit', 'amend', 'relieve', 'commit']);
    expect(reserved).toMatchObject({ actor: { name: 'Badr Buyer' }, details: { reserved_change: 1380 } });
    expect(committed).toMatchObject({
      at: approval.at,
      actor: { name: 'Dina Deputy' },
      details: { committed_change: 1380 },
    });
    expect(ofType(trail, 'receipt')).toMatchObject([
      { action: 'posted', changes: { delivery_note_number: { to: 'LS-1' } } },
    ]);
    expect(ofType(trail, 'return')).toMatchObject([{ details: { reason: 'Torn' } }]);
    expect(ofType(trail, 'webhook').map(({ action, details }) => [action, details.status])).toEqual([
      ['purchase_order.approved', expect.stringMatching(/pending|succeeded/)],
      ['invoice.paid', expect.stringMatching(/pending|succeeded/)],
    ]);
  });

  it('lists the reasons for the payment of an invoice in one call', async () => {
    const trail = await trailOf(`/invoices/${invoiceId}`);
    const ofOrder = trail.entries.filter(
      ({ type, subject }: Loose) => type === 'decision' && subject.type === 'purchase_order',
    );
    expect(ofOrder[0]).toMatchObject({ actor: { name: 'Dina Deputy' }, details: { on_behalf_of: 'Huda Head' } });
    expect(ofType(trail, 'receipt')).toHaveLength(1);

    const decided = trail.entries.find(({ type, subject }: Loose) => type === 'decision' && subject.type === 'invoice');
    expect(decided).toMatchObject({
      actor: { name: 'Olivia Owner' },
      details: {
        ...{ outcome: 'approved', override: true, comments: 'Price agreed by phone' },
        authority: { role: 'admin' },
        tolerances: { price_tolerance_pct: 0, quantity_tolerance_pct: 0, check_under: false },
      },
    });
    const match = ofType(trail, 'match').find(({ action }) => action === 'approved_on');
    expect(match).toMatchObject({
      at: decided.at,
      actor: { name: 'Olivia Owner' },
      details: { match_status: 'mismatch', overridden: true, three_way: true, line_count: 1 },
    });
    expect(match.details.reasons.map(({ code }: Loose) => code)).toEqual(['PRICE_OVER', 'QTY_OVER_RECEIVED']);
    expect(ofType(trail, 'credit_note')).toMatchObject([{ details: { reason: 'Torn bag' } }]);
    const [payment] = ofType(trail, 'payment');
    expect(payment).toMatchObject({
      actor: { name: 'Olivia Owner' },
      token: { name: 'Owner' },
      details: {
        reference: 'BANK-77',
        bank_account: {
          ...{ bank_account: '****4242', verified: true },
          entered_by: { name: 'Olivia Owner' },
          verified_by: { id: verifier.id, name: 'Vera Verifier' },
        },
      },
      changes: { status: { from: 'approved', to: 'paid' } },
    });
    const moved = ofType(trail, 'budget').filter(({ details }) => details.invoice_id === invoiceId);
    expect(moved.map(({ action }) => action)).toEqual(expect.arrayContaining(['spend', 'credit', 'pay']));
    expect(moved.every(({ actor, token }) => actor.name === 'Olivia Owner' && token.name === 'Owner')).toBe(true);
  });

  it('needs five statements for a history of any length, and the ability read', async () => {
    // Otherwise the statements of the deliveries would be counted, too.
    const pending = `SELECT id FROM webhook_deliveries WHERE status = 'pending'`;
    await until(async () => (await asOwner(service, pending)).length === 0);
    await service.app.get(Periodic).stop();
    await trailOf(`/purchase-orders/${orderId}`);
    expect(await statementsOf(() => trailOf(`/purchase-orders/${orderId}`))).toHaveLength(5);
    expect(await statementsOf(() => trailOf(`/invoices/${invoiceId}`))).toHaveLength(5);
    const writer = service.client({ form, token: await service.mint(['write']) });
    await writer.get(`/purchase-orders/${orderId}/trail`, 403);
    await service.client({ form }).get('/invoices/999999/trail', 404);
    await service
      .client({ form, token: (await service.newTenant()).token.token })
      .get(`/invoices/${invoiceId}/trail`, 404);
  });

  it('shows how many entries of a long history are left out', async () => {
    const { entries } = await trailOf(`/purchase-orders/${orderId}`);
    const { subject } = entries.find(({ type }: Loose) => type === 'receipt');
    await asOwner(
      service,
      `INSERT INTO audit_log (tenant_id, occurred_at, user_id, user_name, token_id, action, entity_type, entity_id)
       SELECT tenant_id, occurred_at + interval '1 day', user_id, user_name, token_id, action, entity_type, entity_id
         FROM audit_log, generate_series(1, 302)
        WHERE tenant_id = $1 AND entity_type = 'goods_receipt' AND entity_id = $2 AND action = 'posted'`,
      [service.tenant.tenant.id, subject.id],
    );
    const trail = await trailOf(`/purchase-orders/${orderId}`);
    // Two entries existed before: its posting and a return.
    expect(trail.left_out).toEqual({ goods_receipt: 4 });
    expect([...ofType(trail, 'receipt'), ...ofType(trail, 'return')]).toHaveLength(300);
    expect(ofType(trail, 'decision')).not.toEqual([]);
  });

  it('of an invoice contains nothing of another invoice of the order, and no later receipts', async () => {
    /** All entries except those about the order itself. */
    const ofInvoice = async (): Promise<Loose[]> =>
      (await trailOf(`/invoices/${invoiceId}`)).entries.filter(
        ({ type, subject, action, details }: Loose) =>
          subject.type !== 'purchase_order' &&
          !(type === 'budget' && details.invoice_id === null) &&
          !(type === 'webhook' && action.startsWith('purchase_order.')),
      );
    const before = await ofInvoice();
    later();
    const path = `/purchase-orders/${orderId}`;
    const [item] = (await admin.get(path)).items;
    const lines = [{ item_id: item.id, quantity_received: 2 }];
    await buyer.client.post(`${path}/goods-receipts`, { lines, delivery_note_number: 'LS-2' }, 201);
    const other = await buyer.client.post(
      '/invoices',
      {
        purchase_order_id: orderId,
        invoice_number: 'N-2',
        invoice_date: '2026-03-10',
        line_items: [{ po_line_id: item.id, quantity: 1, unit_price: 100 }],
      },
      201,
    );
    later();
    await buyer.client.post(`/invoices/${other.id}/submit`, {}, 200);
    later();
    await admin.post(`/invoices/${other.id}/approve`, { comments: 'The rest' }, 200);
    later();
    const { amount_due } = await admin.get(`/invoices/${other.id}`);
    await admin.post(`/invoices/${other.id}/payments`, { amount: amount_due, reference: 'BANK-78' }, 201);
    // An entry of the order at the same moment as the payment of the other invoice.
    await asOwner(
      service,
      `INSERT INTO audit_log (tenant_id, occurred_at, user_name, action, entity_type, entity_id)
       VALUES ($1, $2, 'Olivia Owner', 'updated', 'purchase_order', $3)`,
      [service.tenant.tenant.id, clock.now(), orderId],
    );
    expect(ofType(await trailOf(`/invoices/${other.id}`), 'payment')).toHaveLength(1);
    const states = (entries: Loose[]): Loose[] =>
      entries.map((entry) =>
        entry.type === 'webhook' ? { ...entry, details: { event_id: entry.details.event_id } } : entry,
      );
    expect(states(await ofInvoice())).toEqual(states(before));
  });

  it('of an order excludes budget overrides that were made for other orders', async () => {
    const [movement] = ofType(await trailOf(`/purchase-orders/${orderId}`), 'budget');
    const overridden = (id: number): Promise<unknown> =>
      asOwner(
        service,
        `INSERT INTO audit_log (tenant_id, occurred_at, user_name, action, entity_type, entity_id, details)
         VALUES ($1, $2, 'Olivia Owner', 'overridden', 'budget', $3, jsonb_build_object('purchase_order_id', $4::bigint, 'invoice_id', NULL))`,
        [service.tenant.tenant.id, clock.now(), movement?.subject.id, id],
      );
    await overridden(orderId);
    await overridden(orderId + 1);
    const { entries } = await trailOf(`/purchase-orders/${orderId}`);
    const overrides = entries.filter(({ action }: Loose) => action === 'overridden');
    expect(overrides.map(({ details }: Loose) => details.purchase_order_id)).toEqual([orderId]);
  });
});
