import { addDays } from '../../src/common/clock';
import { type Service, startApp, storyClock } from '../support/app';
import type { Client, Loose, Reply } from '../support/client';
import { anOrder, approved, enter, receive, submitted } from '../support/invoices';
import { asOwner, aVendor, colleague, settings } from '../support/purchase-orders';
import { FORMS } from '../support/sampled';

const PLAIN = {
  matching_policy: 'auto',
  invoices_without_po: 'admin',
  approvable_match_statuses: ['full_match'],
  prevent_self_approval: false,
  price_tolerance_pct: 0,
  check_under: false,
};

describe.each(FORMS)('invoice decisions, Form %s', (form) => {
  let service: Service;
  const clock = storyClock();

  beforeAll(async () => {
    service = await startApp({ clock });
  });
  afterAll(async () => service.stop());
  beforeEach(async () => settings(service, PLAIN));

  const client = () => service.client({ form });
  const code = ({ body }: Reply): string => body.error.code;
  const act = (id: number, verb: string, status: number, body: object = {}, who: Client = client()) =>
    who.call('POST', `/invoices/${id}/${verb}`, status, body);
  const events = (id: number) =>
    asOwner<{ name: string; data: Loose }>(
      service,
      `SELECT name, body::json->'data' AS data FROM events
        WHERE name LIKE 'invoice.%' AND (body::json->'data'->>'invoice_id')::bigint = $1 ORDER BY id`,
      [id],
    );

  it('submit runs the match and sets pending if the result is approvable', async () => {
    const order = await anOrder(service);
    const { id } = await enter(client(), order);
    const { body } = await client().call('POST', `/invoices/${id}/submit`, 200);
    expect(body.data).toMatchObject({
      id,
      status: 'pending',
      payment_status: 'unpaid',
      match_status: 'full_match',
      submitted_at: '2026-03-10T09:00:00.000Z',
      match_summary: {
        po_variance_pct: 0,
        last_matched_at: '2026-03-10T09:00:00.000Z',
        policy: 'two_way',
        lines: [{ result: 'ok', quantity: 10, ordered_quantity: 10, billed_before: 0, order_unit_price: 100 }],
        reasons: [],
      },
    });
    expect(code(await act(id, 'submit', 422))).toBe('INVALID_STATUS');
  });

  it('approve returns user and time, publishes one event and updates the order', async () => {
    const order = await anOrder(service);
    const { id } = await submitted(client(), order, [{ quantity: 4 }]);
    const { body } = await act(id, 'approve', 200, { comments: 'Checked.' });
    expect(body.data).toMatchObject({
      id,
      invoice_number: expect.any(String),
      status: 'approved',
      payment_status: 'unpaid',
      match_status: 'full_match',
      approved_by: { id: service.tenant.user.id, name: 'Olivia Owner' },
      approved_at: '2026-03-10T09:00:00.000Z',
      overridden: false,
    });
    expect(await events(id)).toMatchObject([
      {
        name: 'invoice.created',
        data: {
          invoice_id: id,
          status: 'draft',
          total: 460,
          purchase_order_id: order.id,
          created_at: expect.any(String),
        },
      },
      { name: 'invoice.submitted', data: { invoice_id: id, status: 'pending', match_status: 'full_match' } },
      {
        name: 'invoice.approved',
        data: {
          invoice_id: id,
          status: 'approved',
          match_status: 'full_match',
          approved_at: '2026-03-10T09:00:00.000Z',
        },
      },
    ]);
    expect((await service.client().get(`/purchase-orders/${order.id}`)).items[0]).toMatchObject({
      invoiced_quantity: 4,
    });
    expect(code(await act(id, 'approve', 422))).toBe('INVALID_STATUS');
  });

  it('approve accepts a draft after a new match', async () => {
    const { id } = await enter(client(), await anOrder(service));
    expect((await act(id, 'approve', 200)).body.data).toMatchObject({ status: 'approved', match_status: 'full_match' });
    expect((await client().get(`/invoices/${id}`)).submitted_at).toBe('2026-03-10T09:00:00.000Z');
  });

  it('approve rejects a mismatch with its reasons in both languages and changes nothing', async () => {
    const order = await anOrder(service);
    const { id } = await submitted(client(), order, [{ quantity: 12, unit_price: 101 }]);
    const before = await client().get(`/invoices/${id}`);
    const refused = await act(id, 'approve', 422);
    expect(code(refused)).toBe('INVOICE_NOT_MATCHED');
    expect(refused.body.error.details).toMatchObject({
      match_status: 'mismatch',
      match_summary: { po_variance_pct: 21.2 },
      reasons: [
        {
          code: 'PRICE_OVER',
          line_number: 1,
          po_line_id: order.items[0]?.id,
          expected: 100,
          actual: 101,
          tolerance: 0,
          message: 'Line 1: the unit price is 101.00, above the ordered 100.00 (tolerance 0.00).',
        },
        { code: 'QTY_OVER_ORDERED', expected: 10, actual: 12 },
      ],
    });
    const arabic = await client().call(
      'POST',
      `/invoices/${id}/approve`,
      422,
      {},
      { headers: { 'accept-language': 'ar' } },
    );
    expect(arabic.body.error.details.reasons[0].message).toMatch(/البند 1.*101\.00.*100\.00/);
    expect(await client().get(`/invoices/${id}`)).toEqual(before);
  });

  it('approve accepts a mismatch with an admin’s override and comments', async () => {
    const { id } = await submitted(client(), await anOrder(service), [{ quantity: 12 }]);
    const officer = await colleague(service, 'finance_officer');
    expect(Object.keys((await act(id, 'approve', 422, { override: true })).body.error.details)).toEqual(['comments']);
    await act(id, 'approve', 403, { override: true, comments: 'ok' }, officer.client.through(form));
    expect((await act(id, 'approve', 200, { override: true, comments: 'Agreed by phone.' })).body.data).toMatchObject({
      status: 'approved',
      match_status: 'mismatch',
      overridden: true,
    });
  });

  it('approve returns 412 if a receipt changed the match reasons but not the match status', async () => {
    await settings(service, { matching_policy: 'three_way' });
    const order = await anOrder(service);
    await receive(client(), order, [2]);
    const { id } = await submitted(client(), order, [{ unit_price: 150 }]);
    const read = async (): Promise<Reply> => client().call('GET', `/invoices/${id}`, 200);
    const before = await read();
    await receive(client(), order, [3]);
    const after = await read();
    expect(after.body.data.match_status).toBe(before.body.data.match_status);
    expect(after.body.data.match_summary.reasons).not.toEqual(before.body.data.match_summary.reasons);
    const seen = { headers: { 'if-match': before.headers.get('etag') ?? '' } };
    const override = { override: true, comments: 'Agreed on the phone.' };
    await client().call('POST', `/invoices/${id}/approve`, 412, override, seen);
  });

  it('approve accepts the match statuses that the tenant allows', async () => {
    await settings(service, { approvable_match_statuses: ['full_match', 'partial_match'] });
    const order = await anOrder(service);
    await receive(client(), order, [8]);
    const invoice = await submitted(client(), order);
    expect(invoice).toMatchObject({ status: 'pending', match_status: 'partial_match' });
    await act(invoice.id, 'approve', 200);
  });

  it('approve requires a role and can exclude the user who entered the invoice', async () => {
    const viewer = await colleague(service, 'viewer');
    const officer = await colleague(service, 'finance_officer');
    const order = await anOrder(service);
    const { id } = await submitted(officer.client.through(form), order);
    expect(code(await act(id, 'approve', 403, {}, viewer.client.through(form)))).toBe('ROLE_NOT_PERMITTED');
    expect(code(await act(id, 'reject', 403, { reason: 'x' }, viewer.client.through(form)))).toBe('ROLE_NOT_PERMITTED');
    await settings(service, { prevent_self_approval: true });
    expect(code(await act(id, 'approve', 403, {}, officer.client.through(form)))).toBe('SELF_APPROVAL_FORBIDDEN');
    await act(id, 'approve', 200);
  });

  it('approve rejects a blocked vendor unless overridden', async () => {
    const order = await anOrder(service);
    const { id } = await submitted(client(), order);
    await service.client().post(`/vendors/${order.vendorId}/block`, { reason: 'dispute' }, 200);
    expect(code(await act(id, 'approve', 422))).toBe('VENDOR_BLOCKED');
    expect((await act(id, 'approve', 200, { override: true, comments: 'Settled.' })).body.data.overridden).toBe(true);
    expect(code(await act(id, 'payments', 422, { amount: 1 }))).toBe('VENDOR_BLOCKED');
  });

  it('reject cancels with a reason and matches other invoices of the order again', async () => {
    const order = await anOrder(service);
    const first = await submitted(client(), order, [{ quantity: 6 }]);
    const second = await submitted(client(), order, [{ quantity: 6 }]);
    expect(second).toMatchObject({ status: 'submitted', match_status: 'mismatch' });
    expect(Object.keys((await act(first.id, 'reject', 422)).body.error.details)).toEqual(['reason']);
    expect((await act(first.id, 'reject', 200, { reason: 'Not ours' })).body.data).toMatchObject({
      id: first.id,
      status: 'cancelled',
      payment_status: 'unpaid',
      match_status: 'full_match',
      rejection_reason: 'Not ours',
      rejected_at: '2026-03-10T09:00:00.000Z',
    });
    expect(await client().get(`/invoices/${second.id}`)).toMatchObject({
      status: 'pending',
      match_status: 'full_match',
    });
    for (const verb of ['submit', 'approve']) expect(code(await act(first.id, verb, 422))).toBe('INVALID_STATUS');
  });

  it('void reopens the billed quantity while nothing is paid', async () => {
    const order = await anOrder(service);
    const status = async () => (await service.client().get(`/purchase-orders/${order.id}`)).status;
    const invoice = await approved(client(), order);
    expect(await status()).toBe('completed');
    await act(invoice.id, 'void', 403, { reason: 'x' }, service.client({ form, token: await service.mint(['write']) }));
    expect((await act(invoice.id, 'void', 200, { reason: 'Billed twice' })).body.data).toMatchObject({
      status: 'cancelled',
      payment_status: 'unpaid',
      void_reason: 'Billed twice',
    });
    expect(await status()).toBe('approved');
    expect((await client().get(`/invoices/${invoice.id}`)).amount_due).toBe(0);

    const again = await approved(client(), order);
    await act(again.id, 'payments', 201, { amount: 1 });
    expect(code(await act(again.id, 'void', 422, { reason: 'late' }))).toBe('INVALID_STATUS');
  });

  it('reject allows the cancellation of the order', async () => {
    const order = await anOrder(service);
    const { id } = await submitted(client(), order);
    await act(id, 'reject', 200, { reason: 'Not ours' });
    await client().call('POST', `/purchase-orders/${order.id}/cancel`, 200, { reason: 'Not ours' });
  });

  it('approve makes the invoice due; lists show it as overdue from the day after the due date', async () => {
    const due = async (due_date: string): Promise<number> =>
      (await approved(client(), await anOrder(service), [{}], { due_date })).id;
    const [today, yesterday] = [await due(clock.today()), await due(addDays(clock.today(), -1))];
    const listed = await client().get<{ id: number }[]>('/invoices', 200, { payment_status: 'overdue', per_page: 100 });
    const ids = listed.map(({ id }) => id);
    expect([ids.includes(today), ids.includes(yesterday)]).toEqual([false, true]);
  });

  it('exceptions list open invoices with reasons and next step, oldest first', async () => {
    const { client: own, order } = await aTenantWithExceptions();
    const { body } = await own.call('GET', '/invoices/exceptions', 200);
    expect(body.meta.total).toBe(3);
    expect(body.data).toMatchObject([
      {
        status: 'submitted',
        match_status: 'mismatch',
        purchase_order: { id: order },
        vendor_blocked: false,
        reasons: [{ code: 'PRICE_OVER', line_number: 1 }],
        next_step: { code: 'correct_price', message: expect.stringContaining('price') },
      },
      { match_status: 'pending_grn', reasons: [{ code: 'NOT_RECEIVED' }], next_step: { code: 'post_goods_receipt' } },
      {
        status: 'pending',
        match_status: 'full_match',
        vendor_blocked: true,
        reasons: [],
        next_step: { code: 'unblock_vendor' },
      },
    ]);
    expect(await own.get('/invoices/exceptions', 200, { match_status: 'pending_grn' })).toHaveLength(1);
    expect(await own.get('/invoices/exceptions', 200, { po_id: order })).toHaveLength(1);
  });

  /** Four open invoices in a new tenant: three are blocked, one only needs a decision. */
  async function aTenantWithExceptions() {
    const tenant = await service.newTenant();
    const other: Service = {
      ...service,
      tenant,
      client: (options = {}) => service.client({ token: tenant.token.token, ...options }),
    };
    const own = other.client({ form });
    await settings(other, { matching_policy: 'two_way' });
    const [dear, late, blocked, fine] = [
      await anOrder(other),
      await anOrder(other),
      await anOrder(other),
      await anOrder(other),
    ];
    await submitted(own, dear, [{ unit_price: 120 }]);
    await submitted(own, fine);
    await settings(other, { matching_policy: 'three_way' });
    clock.advance(1000);
    await submitted(own, late);
    await settings(other, { matching_policy: 'two_way' });
    clock.advance(1000);
    await submitted(own, blocked);
    await other.client().post(`/vendors/${blocked.vendorId}/block`, { reason: 'dispute' }, 200);
    return { client: own, order: dear.id };
  }

  it('invoices without an order follow the tenant’s rule', async () => {
    const vendor = await aVendor(service.client());
    const officer = await colleague(service, 'finance_officer');
    const manager = await colleague(service, 'finance_manager');
    const linesField = form === 'a' ? 'line_items' : 'lines';
    let number = 0;
    const invoice = async () => {
      number += 1;
      const lines = [{ description: 'Advice', quantity: 1, unit_price: 100 }];
      const body = {
        vendor_id: vendor.id,
        invoice_number: `NO-${number}`,
        invoice_date: '2026-03-01',
        [linesField]: lines,
      };
      const { id } = await client().post('/invoices', body, 201);
      return (await act(id, 'submit', 200)).body.data;
    };
    const first = await invoice();
    expect(first).toMatchObject({
      status: 'pending',
      match_status: 'partial_match',
      match_summary: { reasons: [{ code: 'NO_PO' }] },
    });
    expect(code(await act(first.id, 'approve', 403, {}, officer.client.through(form)))).toBe('NOT_CURRENT_APPROVER');
    await act(first.id, 'approve', 200, {}, manager.client.through(form));
    await settings(service, { invoices_without_po: 'allow' });
    await act((await invoice()).id, 'approve', 200, {}, officer.client.through(form));
    await settings(service, { invoices_without_po: 'refuse' });
    const refused = await invoice();
    expect(refused.status).toBe('submitted');
    expect(code(await act(refused.id, 'approve', 422))).toBe('INVOICE_NOT_MATCHED');
  });
});
