import { type Service, startApp, storyClock } from '../support/app';
import type { Client, Loose, Reply } from '../support/client';
import { anOrder, approved, enter, submitted } from '../support/invoices';
import { asOwner, settings } from '../support/purchase-orders';
import { FORMS } from '../support/sampled';

describe.each(FORMS)('payments and credit notes, Form %s', (form) => {
  let service: Service;
  const clock = storyClock();

  beforeAll(async () => {
    service = await startApp({ clock });
    await settings(service, { matching_policy: 'two_way' });
  });
  afterAll(async () => service.stop());

  const client = () => service.client({ form });
  const code = ({ body }: Reply): string => body.error.code;
  const post = (id: number, what: string, status: number, body: object, who: Client = client()) =>
    who.call('POST', `/invoices/${id}/${what}`, status, body);
  const get = (id: number) => client().get(`/invoices/${id}`);
  const anApproved = async () => approved(client(), await anOrder(service));
  const paidEvents = (id: number) =>
    asOwner<{ data: Loose }>(
      service,
      `SELECT body::json->'data' AS data FROM events
        WHERE name = 'invoice.paid' AND (body::json->'data'->>'invoice_id')::bigint = $1`,
      [id],
    );

  it('records a payment and returns the remaining amount', async () => {
    const { id, invoice_number } = await anApproved();
    const { body } = await post(id, 'payments', 201, {
      amount: 400.5,
      paid_at: '2026-03-09T10:00:00Z',
      method: 'bank_transfer',
      reference: 'TX-1',
    });
    expect(body.data).toEqual({
      id: expect.any(Number),
      amount: 400.5,
      paid_at: '2026-03-09T10:00:00.000Z',
      method: 'bank_transfer',
      reference: 'TX-1',
      reverses_id: null,
      reversed_by_id: null,
      reason: null,
      recorded_by: { id: service.tenant.user.id, name: expect.any(String) },
      created_at: '2026-03-10T09:00:00.000Z',
      external_id: null,
      metadata: {},
      bank_account: null,
      invoice: {
        id,
        invoice_number,
        status: 'approved',
        payment_status: 'partial',
        amount_paid: 400.5,
        amount_due: 749.5,
      },
    });
    expect(await get(id)).toMatchObject({
      status: 'approved',
      payment_status: 'partial',
      amount_paid: 400.5,
      amount_due: 749.5,
    });
    expect(await paidEvents(id)).toEqual([]);
  });

  it('sets the invoice to paid with the last payment and publishes one event', async () => {
    const { id } = await anApproved();
    await post(id, 'payments', 201, { amount: 1000 });
    await post(id, 'payments', 201, { amount: 150, paid_at: '2026-03-10T08:00:00Z', reference: 'LAST' });
    await post(id, 'payments', 201, { amount: 150, reference: 'LAST' });
    expect(await get(id)).toMatchObject({
      status: 'paid',
      payment_status: 'paid',
      amount_due: 0,
      paid_at: '2026-03-10T08:00:00.000Z',
    });
    expect(await paidEvents(id)).toMatchObject([
      { data: { status: 'paid', payment_status: 'paid', amount_paid: 1150, paid_at: '2026-03-10T08:00:00.000Z' } },
    ]);
  });

  it('returns the first payment for the same reference and amount, and rejects another amount', async () => {
    const { id } = await anApproved();
    const first = (await post(id, 'payments', 201, { amount: 100, reference: 'TX-7' })).body.data;
    await post(id, 'payments', 201, { amount: 50 });
    expect((await post(id, 'payments', 201, { amount: 100, reference: 'TX-7' })).body.data).toEqual(first);
    const spelled = { amount: 100, reference: ' tx\u2013\u0667\u200f' };
    expect((await post(id, 'payments', 201, spelled)).body.data).toEqual(first);
    const other = await post(id, 'payments', 422, { amount: 101, reference: 'TX-7' });
    expect(Object.keys(other.body.error.details)).toEqual(['reference']);
    expect((await get(id)).amount_paid).toBe(150);
  });

  it('rejects a known reference with a different external id and changes nothing', async () => {
    const { id } = await anApproved();
    const linked = { amount: 100, reference: 'TX-8', external_id: `bank-${form}-8` };
    const first = (await post(id, 'payments', 201, linked)).body.data;
    expect((await post(id, 'payments', 201, linked)).body.data).toEqual(first);
    expect((await post(id, 'payments', 201, { ...linked, external_id: undefined })).body.data).toEqual(first);
    await post(id, 'payments', 201, { amount: 50, reference: 'TX-9' });
    for (const other of [
      { ...linked, external_id: `bank-${form}-9` },
      { amount: 50, reference: 'TX-9', external_id: `bank-${form}-9` },
    ]) {
      const refused = await post(id, 'payments', 422, other);
      expect(Object.keys(refused.body.error.details)).toEqual(['reference']);
    }
    expect((await get(id)).payments.map((payment: Loose) => payment.external_id)).toEqual([linked.external_id, null]);
  });

  it('creates one payment for concurrent requests with one reference', async () => {
    const { id } = await anApproved();
    await Promise.all(Array.from({ length: 6 }, () => post(id, 'payments', 201, { amount: 10, reference: 'AT-ONCE' })));
    expect((await get(id)).payments).toHaveLength(1);
  });

  it('never pays more than the amount due in concurrent requests', async () => {
    const { id } = await anApproved();
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        client().raw('POST', `/invoices/${id}/payments`, JSON.stringify({ amount: 500 })),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(await get(id)).toMatchObject({ amount_paid: 1000, amount_due: 150 });
  });

  it('rejects invalid payments and changes nothing', async () => {
    const { id } = await anApproved();
    const field = async (body: object) => Object.keys((await post(id, 'payments', 422, body)).body.error.details);
    expect(await field({})).toEqual(['amount']);
    expect(await field({ amount: 0 })).toEqual(['amount']);
    expect(await field({ amount: -5 })).toEqual(['amount']);
    expect(await field({ amount: 1.005 })).toEqual(['amount']);
    expect(await field({ amount: '5' })).toEqual(['amount']);
    expect(await field({ amount: 5, paid_at: 'yesterday' })).toEqual(['paid_at']);
    expect(await field({ amount: 5, currency: 'SAR' })).toEqual(['currency']);
    const over = await post(id, 'payments', 422, { amount: 1150.01 });
    expect([code(over), over.body.error.details]).toEqual([
      'OVERPAYMENT',
      { amount: '1150.01', due: '1150.00', currency: 'SAR' },
    ]);
    expect(await get(id)).toMatchObject({ amount_paid: 0, payments: [] });
  });

  it('accepts payments only for approved invoices', async () => {
    const draft = await enter(client(), await anOrder(service));
    expect(code(await post(draft.id, 'payments', 422, { amount: 1 }))).toBe('INVALID_STATUS');
    const waiting = await submitted(client(), await anOrder(service));
    expect(code(await post(waiting.id, 'payments', 422, { amount: 1 }))).toBe('INVALID_STATUS');
    await post(999_999, 'payments', 404, { amount: 1 });
    const { id } = await anApproved();
    await post(
      id,
      'payments',
      403,
      { amount: 1 },
      service.client({ form, token: await service.mint(['read', 'approve']) }),
    );
  });

  it('requires the ability approve if the bank details changed after the approval', async () => {
    const order = await anOrder(service);
    const { id } = await approved(client(), order);
    const writer = service.client({ form, token: await service.mint(['write']) });
    await post(id, 'payments', 201, { amount: 1 }, writer);
    clock.advance(1000);
    await service.client().put(`/vendors/${order.vendorId}`, { bank_account: '12345678' }, 200);
    const refused = await post(id, 'payments', 403, { amount: 1 }, writer);
    expect(Object.keys(refused.body.errors)).toEqual(['ability']);
    await post(
      id,
      'payments',
      201,
      { amount: 1 },
      service.client({ form, token: await service.mint(['write', 'approve']) }),
    );
  });

  describe('credit note', () => {
    const credit = (id: number, status: number, body: object) =>
      post(id, 'credit-notes', status, { credit_note_number: `CN-${id}`, reason: 'returned', ...body });

    it('of lines lowers the amount due and reopens the quantity of the order', async () => {
      const order = await anOrder(service);
      const invoice = await approved(client(), order);
      const line_item_id = invoice.line_items[0].id;
      const { body } = await credit(invoice.id, 201, { lines: [{ line_item_id, quantity: 4 }] });
      expect(body.data).toMatchObject({
        credit_note_number: `CN-${invoice.id}`,
        amount: 460,
        reason: 'returned',
        lines: [{ line_item_id, quantity: 4, amount: 460 }],
        invoice: { id: invoice.id, status: 'approved', amount_due: 690 },
      });
      const shown = await service.client().get(`/purchase-orders/${order.id}`);
      expect([shown.status, shown.items[0].invoiced_quantity]).toEqual(['approved', 6]);
      expect((await submitted(client(), order, [{ quantity: 4 }])).match_status).toBe('full_match');
    });

    it('of an amount lowers the amount due and not the billed quantity', async () => {
      const order = await anOrder(service);
      const invoice = await approved(client(), order);
      await credit(invoice.id, 201, { amount: 150 });
      expect(await get(invoice.id)).toMatchObject({
        amount_credited: 150,
        amount_due: 1000,
        credit_notes: [{ amount: 150, lines: [] }],
      });
      expect((await service.client().get(`/purchase-orders/${order.id}`)).items[0].invoiced_quantity).toBe(10);
      await post(invoice.id, 'payments', 201, { amount: 1000 });
      expect((await get(invoice.id)).status).toBe('paid');
    });

    it('after full payment leaves a refund due, which is paid as a negative amount', async () => {
      const { id } = await anApproved();
      await post(id, 'payments', 201, { amount: 1150 });
      await credit(id, 201, { amount: 150 });
      expect(await get(id)).toMatchObject({ status: 'paid', payment_status: 'paid', amount_due: -150 });
      expect(code(await post(id, 'payments', 422, { amount: -150.01 }))).toBe('OVERPAYMENT');
      await post(id, 'payments', 201, { amount: -150, reference: 'BACK' });
      expect(await get(id)).toMatchObject({ amount_paid: 1000, amount_due: 0, status: 'paid' });
      expect(await paidEvents(id)).toHaveLength(1);
    });

    it('for the whole remaining amount sets the invoice to paid', async () => {
      const { id } = await anApproved();
      await post(id, 'payments', 201, { amount: 1000 });
      await credit(id, 201, { amount: 150 });
      expect(await get(id)).toMatchObject({ status: 'paid', payment_status: 'paid', amount_due: 0 });
      expect(await paidEvents(id)).toMatchObject([{ data: { amount_paid: 1000 } }]);
    });

    it('cannot exceed the invoice or repeat a number of the vendor', async () => {
      const invoice = await anApproved();
      const line_item_id = invoice.line_items[0].id;
      const field = async (body: object) => Object.keys((await credit(invoice.id, 422, body)).body.error.details);
      expect(await field({ amount: 1150.01 })).toEqual(['amount']);
      expect(await field({ amount: 0 })).toEqual(['amount']);
      expect(await field({})).toEqual(['lines']);
      expect(await field({ amount: 1, lines: [{ line_item_id, quantity: 1 }] })).toEqual(['amount']);
      expect(await field({ lines: [{ line_item_id, quantity: 10.1 }] })).toEqual(['lines.0.quantity']);
      expect(await field({ lines: [{ line_item_id: 999_999, quantity: 1 }] })).toEqual(['lines.0.line_item_id']);
      expect(await field({ amount: 1, credit_note_number: ' ' })).toEqual(['credit_note_number']);
      await credit(invoice.id, 201, { amount: 1 });
      expect(await field({ amount: 1, credit_note_number: ` cn-${invoice.id}` })).toEqual(['credit_note_number']);
      const arabic = String(invoice.id).replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
      expect(await field({ amount: 1, credit_note_number: `CN\u2212${arabic}\u200e` })).toEqual(['credit_note_number']);
    });

    it('needs an approved or paid invoice and the ability approve', async () => {
      const draft = await enter(client(), await anOrder(service));
      expect(code(await credit(draft.id, 422, { amount: 1 }))).toBe('INVALID_STATUS');
      const { id } = await anApproved();
      const writer = service.client({ form, token: await service.mint(['write']) });
      await post(id, 'credit-notes', 403, { credit_note_number: 'X', reason: 'x', amount: 1 }, writer);
    });
  });
});
