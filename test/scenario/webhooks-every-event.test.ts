import { EVENT_NAMES } from '../../src/common/events';
import type { Client } from '../support/client';
import { aBudget, aDepartment } from '../support/budgets';
import { anOrder, anOrderOf, approved, receive, submitted } from '../support/invoices';
import { invitationTokenIn, mailsOf } from '../support/mail';
import { aDraft, anApproved, aSubmitted, aVendor, colleague, settings } from '../support/purchase-orders';
import { Listener } from '../support/webhooks/listening';
import { ONE_FORM } from '../support/sampled';

/** Triggers every event; a subscriber validates each delivery against the published documents. */
describe.each(ONE_FORM)('A subscriber to every event, with the document of Form %s', (form) => {
  let listener: Listener;

  beforeAll(async () => {
    listener = await Listener.start(form);
  });
  afterAll(async () => listener.stop());

  const admin = (): Client => listener.service.client();

  it('receives vendor.created and vendor.updated', async () => {
    const client = listener.service.client({ form });
    const { id } = await aVendor(client);
    await client.put(`/vendors/${id}`, { name: 'Najd Stationery and Print' }, 200);
    expect(await listener.published('vendor.created', { vendor_id: id })).toMatchObject([{ status: 'active' }]);
    expect(await listener.published('vendor.updated', { vendor_id: id })).toMatchObject([
      { name: 'Najd Stationery and Print', updated_fields: ['name'] },
    ]);
  });

  it('receives bank details entered and verified', async () => {
    const client = listener.service.client({ form });
    const { id } = await aVendor(client, {
      bank_name: 'Saudi National Bank',
      bank_account: 'SA0380000000608010167519',
    });
    const [entered] = await client.get(`/vendors/${id}/bank-accounts`);
    const { client: verifier } = await colleague(listener.service, 'finance_manager');
    await verifier.through(form).post(`/vendors/${id}/bank-accounts/${entered.id}/verify`, undefined, 200);
    const about = { bank_account_id: entered.id, bank_account: '****7519' };
    expect(await listener.published('vendor.bank_account_changed', { vendor_id: id, verified: false })).toMatchObject([
      about,
    ]);
    expect(await listener.published('vendor.bank_account_changed', { vendor_id: id, verified: true })).toMatchObject([
      about,
    ]);
  });

  it('receives orders created, approved, rejected and cancelled', async () => {
    const client = listener.service.client({ form });
    const vendor = await aVendor(client);
    const order = await anApproved(client, vendor.id);
    const about = { purchase_order_id: order.id };
    expect(await listener.published('purchase_order.created', about)).toMatchObject([
      { status: 'draft', vendor_id: vendor.id },
    ]);
    expect(await listener.published('purchase_order.approved', about)).toMatchObject([{ status: 'approved' }]);

    const rejected = await aSubmitted(client, vendor.id);
    await client.through('a').post(`/purchase-orders/${rejected.id}/reject`, { reason: 'Not this quarter' }, 200);
    expect(await listener.published('purchase_order.rejected', { purchase_order_id: rejected.id })).toMatchObject([
      { status: 'rejected', rejection_reason: 'Not this quarter' },
    ]);

    const cancelled = await aDraft(client, vendor.id);
    await client.through('a').post(`/purchase-orders/${cancelled.id}/cancel`, { reason: 'Ordered twice' }, 200);
    expect(await listener.published('purchase_order.cancelled', { purchase_order_id: cancelled.id })).toMatchObject([
      { status: 'cancelled', cancellation_reason: 'Ordered twice' },
    ]);
  });

  it('receives an invoice created, approved and paid, its reversed payment, and the events of its budget', async () => {
    const client = listener.service.client({ form });
    const departmentId = await aDepartment(client, `E-${form}`);
    const budget = await aBudget(client, { department_id: departmentId, allocated_amount: 1_000 });
    const vendor = await aVendor(client);
    const order = await anOrderOf(listener.service, vendor.id, [{ quantity: 10, unit_price: 80 }], {
      department_id: departmentId,
    });
    await receive(listener.service.client(), order, [10]);
    const invoice = await approved(listener.service.client(), order);
    const payment = await listener.service
      .client()
      .post(`/invoices/${invoice.id}/payments`, { amount: invoice.total, reference: `T-${form}` }, 201);
    const about = { invoice_id: invoice.id, purchase_order_id: order.id };
    for (const event of ['invoice.created', 'invoice.submitted', 'invoice.approved'] as const) {
      await listener.published(event, { ...about, department_id: departmentId });
    }
    expect(await listener.published('invoice.payment_recorded', about)).toMatchObject([
      { payment_id: payment.id, amount: invoice.total, reference: `T-${form}`, amount_due: 0, status: 'paid' },
    ]);
    expect(await listener.published('invoice.paid', about)).toMatchObject([
      { amount_paid: invoice.total, payment_status: 'paid' },
    ]);
    await client.post(`/invoices/${invoice.id}/payments/${payment.id}/reverse`, { reason: 'Bounced' }, 201);
    expect(await listener.published('invoice.payment_reversed', about)).toMatchObject([
      { payment_id: payment.id, amount: -invoice.total, amount_due: invoice.total, status: 'approved' },
    ]);
    expect(await listener.published('budget.created', { budget_id: budget.id })).toMatchObject([{ status: 'draft' }]);
    expect(await listener.published('budget.updated', { budget_id: budget.id })).toMatchObject([
      { status: 'active', updated_fields: expect.arrayContaining(['status']) as string[] },
    ]);
    expect(await listener.published('budget.threshold_reached', { budget_id: budget.id })).toMatchObject([
      { department_id: departmentId, allocated_amount: 1_000 },
    ]);
  });

  it('receives the submission of an order, its approval by a delegate, withdrawal, revision and deletion', async () => {
    const steps = [{ role: 'procurement_manager' }, { role: 'finance_manager' }];
    await admin().put('/approval-workflows/purchase-orders', { rules: [{ steps }] }, 200);
    const head = await colleague(listener.service, 'procurement_manager');
    const deputy = await colleague(listener.service, 'requester');
    // Also valid tomorrow, because the decision may be after midnight.
    const days = { from: new Date().toISOString().slice(0, 10), to: '2099-12-31' };
    await admin().post(`/users/${head.id}/delegations`, { delegate_id: deputy.id, ...days }, 201);
    const vendor = await aVendor(admin());
    const order = await aSubmitted(admin(), vendor.id);
    const about = { purchase_order_id: order.id };
    const decision = { type: 'purchase_order', id: order.id, step: 1, outcome: 'approve', comments: 'Fine' };
    await deputy.client.through(form).post('/approvals/decide', { decisions: [decision] }, 200);
    expect(await listener.published('purchase_order.submitted', about)).toMatchObject([{ status: 'pending_approval' }]);
    expect(await listener.published('purchase_order.step_approved', about)).toMatchObject([
      { step: 1, next_step: 2, comments: 'Fine', status: 'pending_approval' },
    ]);
    await admin().post(`/purchase-orders/${order.id}/withdraw`, { reason: 'Dearer now' }, 200);
    expect(await listener.published('purchase_order.withdrawn', about)).toMatchObject([
      { status: 'draft', reason: 'Dearer now' },
    ]);
    await admin().post(`/purchase-orders/${order.id}/submit`, undefined, 200);
    await admin().post(`/purchase-orders/${order.id}/reject`, { reason: 'Too dear' }, 200);
    await admin().post(`/purchase-orders/${order.id}/revise`, undefined, 200);
    expect(await listener.published('purchase_order.revised', about)).toMatchObject([{ status: 'draft' }]);
    await admin().put(
      '/approval-workflows/purchase-orders',
      { rules: [{ steps: [{ role: 'department_head' }] }] },
      200,
    );

    const draft = await aDraft(admin(), vendor.id);
    await admin().call('DELETE', `/purchase-orders/${draft.id}`, 204);
    expect(await listener.published('purchase_order.deleted', { purchase_order_id: draft.id })).toMatchObject([
      { po_number: draft.po_number, vendor_id: vendor.id },
    ]);
  });

  it('receives an order amended, received, completed by its last invoice, and reopened by a return', async () => {
    const order = await anOrder(listener.service);
    const about = { purchase_order_id: order.id };
    const items = [{ id: order.items[0]?.id, quantity: 8 }];
    await admin().post(`/purchase-orders/${order.id}/amendments`, { reason: 'Fewer', items }, 201);
    expect(await listener.published('purchase_order.amended', about)).toMatchObject([
      { reason: 'Fewer', document_version: 2, previous_total_amount: 1150, total_amount: 920 },
    ]);
    const receipt = await receive(admin(), order, [8]);
    expect(await listener.published('goods_receipt.posted', about)).toMatchObject([
      { goods_receipt_id: receipt.id, gr_number: receipt.gr_number, status: 'posted', vendor_id: order.vendorId },
    ]);
    await approved(admin(), order, [{ quantity: 8 }]);
    expect(await listener.published('purchase_order.completed', about)).toMatchObject([{ status: 'completed' }]);
    const back = { lines: [{ item_id: order.items[0]?.id, quantity: 1 }], reason: 'Broken' };
    await admin().post(`/goods-receipts/${receipt.id}/returns`, back, 201);
    expect(await listener.published('goods_receipt.returned', about)).toMatchObject([
      { reason: 'Broken', status: 'posted' },
    ]);
    expect(await listener.published('purchase_order.reopened', about)).toMatchObject([
      { reason: null, status: 'approved' },
    ]);
  });

  it('receives an order closed and thereby completed, reopened by request, and a cancelled receipt', async () => {
    const order = await anOrder(listener.service);
    const about = { purchase_order_id: order.id };
    const receipt = await receive(admin(), order, [3]);
    await admin().post(`/goods-receipts/${receipt.id}/cancel`, { reason: 'Wrong order' }, 200);
    expect(await listener.published('goods_receipt.cancelled', about)).toMatchObject([
      { status: 'cancelled', cancellation_reason: 'Wrong order' },
    ]);
    await admin().post(`/purchase-orders/${order.id}/close`, { reason: 'Not needed' }, 200);
    const closed = { status: 'completed', close_reason: 'Not needed' };
    expect(await listener.published('purchase_order.closed', about)).toMatchObject([closed]);
    expect(await listener.published('purchase_order.completed', about)).toMatchObject([{ status: 'completed' }]);
    await admin().post(`/purchase-orders/${order.id}/reopen`, { reason: 'Needed after all' }, 200);
    expect(await listener.published('purchase_order.reopened', about)).toMatchObject([
      { status: 'approved', reason: 'Needed after all' },
    ]);
  });

  it('receives an invoice submitted, matched again by a receipt, withdrawn, rejected, credited and voided', async () => {
    await settings(listener.service, { matching_policy: 'three_way' });
    const order = await anOrder(listener.service);
    const invoice = await submitted(admin(), order, [{ quantity: 4 }]);
    const about = { invoice_id: invoice.id };
    expect(await listener.published('invoice.submitted', about)).toMatchObject([
      { status: 'submitted', match_status: 'pending_grn' },
    ]);
    await receive(admin(), order, [10]);
    expect(await listener.published('invoice.match_changed', about)).toMatchObject([
      {
        previous_status: 'submitted',
        previous_match_status: 'pending_grn',
        status: 'pending',
        match_status: 'full_match',
      },
    ]);
    await admin().post(`/invoices/${invoice.id}/withdraw`, undefined, 200);
    expect(await listener.published('invoice.withdrawn', about)).toMatchObject([{ status: 'draft' }]);
    await admin().post(`/invoices/${invoice.id}/reject`, { reason: 'Not ours' }, 200);
    expect(await listener.published('invoice.rejected', about)).toMatchObject([
      { status: 'cancelled', rejection_reason: 'Not ours' },
    ]);
    const other = await approved(admin(), order, [{ quantity: 5 }]);
    const note = { credit_note_number: `CN-${form}`, amount: 75, reason: 'Late' };
    const credited = await admin().post(`/invoices/${other.id}/credit-notes`, note, 201);
    expect(await listener.published('invoice.credited', { invoice_id: other.id })).toMatchObject([
      { credit_note_number: `CN-${form}`, amount: 75, amount_due: 500 },
    ]);
    await admin().post(`/credit-notes/${credited.id}/cancel`, { reason: 'Wrong invoice' }, 200);
    expect(await listener.published('invoice.credit_cancelled', { invoice_id: other.id })).toMatchObject([
      { credit_note_id: credited.id, credit_note_number: `CN-${form}`, amount: 75, amount_due: 575 },
    ]);
    await admin().post(`/invoices/${other.id}/void`, { reason: 'Replaced' }, 200);
    expect(await listener.published('invoice.voided', { invoice_id: other.id })).toMatchObject([
      { status: 'cancelled', void_reason: 'Replaced' },
    ]);
    await settings(listener.service, { matching_policy: 'auto' });
  });

  it('receives a user invited, accepting, deactivated and activated again', async () => {
    const email = `lama-${form}@people.example`;
    const client = listener.service.client({ form });
    const user = await client.post('/users', { name_en: 'Lama Al-Otaibi', email, role: 'requester' }, 201);
    const about = { user_id: user.id };
    expect(await listener.published('user.invited', about)).toMatchObject([{ status: 'invited', role: 'requester' }]);
    const letter = (await mailsOf(listener.service)).find(({ to }) => to.includes(email));
    if (!letter) throw new Error('no invitation was sent');
    await client.as(undefined).post('/invitations/accept', { token: invitationTokenIn(letter) }, 200);
    expect(await listener.published('user.activated', about)).toMatchObject([{ status: 'active' }]);
    await client.call('DELETE', `/users/${user.id}`, 200);
    await client.call('DELETE', `/users/${user.id}`, 200);
    await client.post(`/users/${user.id}/activate`, undefined, 200);
    expect(await listener.published('user.activated', about, 2)).toHaveLength(2);
    expect(await listener.published('user.deactivated', about)).toMatchObject([{ status: 'inactive' }]);
    expect(JSON.stringify(listener.receiver.calls.map(({ body }) => body.toString()))).not.toContain(email);
  });

  it("receives each record's external id as of the event", async () => {
    const name = (kind: string, later = ''): { external_id: string } => ({ external_id: `${kind}/${form}${later}` });
    const vendor = await aVendor(admin(), name('vendor'));
    const order = await anOrderOf(listener.service, vendor.id, [{}], name('order'));
    await listener.published('vendor.created', { vendor_id: vendor.id, ...name('vendor') });
    await listener.published('purchase_order.approved', { purchase_order_id: order.id, ...name('order') });

    const received = { lines: [{ item_id: order.items[0]?.id, quantity_received: 10 }], ...name('receipt') };
    const receipt = await admin().post(`/purchase-orders/${order.id}/goods-receipts`, received, 201);
    const arrived = { goods_receipt_id: receipt.id };
    await listener.published('goods_receipt.posted', { ...arrived, ...name('receipt') });

    const invoice = await approved(admin(), order, [{ quantity: 5 }], name('invoice'));
    const path = `/invoices/${invoice.id}/payments`;
    const payment = await admin().post(path, { amount: 10, ...name('payment') }, 201);
    const paid = { invoice_id: invoice.id, ...name('invoice'), payment_id: payment.id };
    const payments = [`payment/${form}`, `payment/${form}/later`];
    await listener.published('invoice.payment_recorded', { ...paid, payment_external_id: payments[0] });
    await admin().put(`${path}/${payment.id}/external-id`, name('payment', '/later'), 200);
    await admin().post(`${path}/${payment.id}/reverse`, { reason: 'Bounced' }, 201);
    await listener.published('invoice.payment_reversed', { ...paid, payment_external_id: payments[1] });

    await admin().put(`/goods-receipts/${receipt.id}/external-id`, name('receipt', '/later'), 200);
    const back = { lines: [{ item_id: order.items[0]?.id, quantity: 1 }], reason: 'Broken' };
    await admin().post(`/goods-receipts/${receipt.id}/returns`, back, 201);
    await listener.published('goods_receipt.returned', { ...arrived, ...name('receipt', '/later') });
    const unbilled = await anOrder(listener.service);
    const wrong = await receive(admin(), unbilled, [1]);
    await admin().put(`/goods-receipts/${wrong.id}/external-id`, name('wrong'), 200);
    await admin().post(`/goods-receipts/${wrong.id}/cancel`, { reason: 'Wrong order' }, 200);
    await listener.published('goods_receipt.cancelled', { goods_receipt_id: wrong.id, ...name('wrong') });

    const departmentId = await aDepartment(admin(), `X-${form}`);
    const budget = await aBudget(admin(), { department_id: departmentId, allocated_amount: 2_000, ...name('budget') });
    const kept = { budget_id: budget.id };
    await listener.published('budget.created', { ...kept, ...name('budget') });
    await anOrderOf(listener.service, vendor.id, [{}], { department_id: departmentId });
    // The update that crosses the threshold also changes the budget's external id.
    await admin().put(`/budgets/${budget.id}`, { allocated_amount: 1_200, ...name('budget', '/later') }, 200);
    await listener.published('budget.updated', { ...kept, ...name('budget', '/later') });
    await listener.published('budget.threshold_reached', { ...kept, ...name('budget', '/later') });

    const person = { name_en: 'Sara Al-Harbi', email: `sara-${form}@people.example`, role: 'requester' };
    const { id } = await admin().post('/users', { ...person, ...name('user') }, 201);
    await listener.published('user.invited', { user_id: id, ...name('user') });
    await admin().post(`/users/${id}/activate`, undefined, 200);
    await listener.published('user.activated', { user_id: id, ...name('user') });
    await admin().put(`/users/${id}`, { external_id: null }, 200);
    await admin().call('DELETE', `/users/${id}`, 200);
    await listener.published('user.deactivated', { user_id: id, external_id: null });
  });

  it('receives a test of its subscription', async () => {
    await listener.service.client({ form }).post(`/webhooks/${listener.subscribed.id}/test`, undefined, 200);
    await listener.published('webhook.test');
  });

  it('has received every event name, and each delivery once', () => {
    const ids = listener.receiver.calls.map(({ headers }) => String(headers['webhook-id']));
    expect(new Set(ids).size).toBe(ids.length);
    expect(listener.received().sort()).toEqual([...EVENT_NAMES].sort());
  });
});
