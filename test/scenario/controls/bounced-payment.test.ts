import { type Service, startApp, storyClock } from '../../support/app';
import { disagreements } from '../../support/books';
import { aBudget, aDepartment } from '../../support/budgets';
import type { Loose, Reply } from '../../support/client';
import { anOrder, approved } from '../../support/invoices';
import { asOwner, settings } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

describe.each(ONE_FORM)('The reversal of a payment, in Form %s', (form) => {
  let service: Service;
  const clock = storyClock();

  beforeAll(async () => {
    service = await startApp({ clock });
    await settings(service, { matching_policy: 'two_way' });
  });
  afterAll(async () => {
    expect(await disagreements(service)).toEqual({});
    await service.stop();
  });

  const client = () => service.client({ form });
  const get = (id: number) => client().get(`/invoices/${id}`);
  const pay = async (id: number, body: object, status = 201): Promise<Reply> =>
    client().call('POST', `/invoices/${id}/payments`, status, body);
  const reverse = async (id: number, paymentId: number, status = 201, more: object = {}): Promise<Reply> =>
    client().call('POST', `/invoices/${id}/payments/${paymentId}/reverse`, status, { reason: 'Bounced', ...more });
  const code = ({ body }: Reply): string => body.error.code;
  const fields = ({ body }: Reply): string[] => Object.keys(body.error.details);
  const published = async (name: string, id: number): Promise<Loose[]> => {
    const rows = await asOwner<{ data: Loose }>(
      service,
      `SELECT body::json->'data' AS data FROM events
        WHERE name = $1 AND (body::json->'data'->>'invoice_id')::bigint = $2 ORDER BY created_at, id`,
      [name, id],
    );
    return rows.map(({ data }) => data);
  };
  /** 1,150.00, approved, and paid in full by one payment with a reference. */
  const aPaid = async (fields: object = {}) => {
    const invoice = await approved(client(), await anOrder(service, [{}], fields));
    const payment = (await pay(invoice.id, { amount: 1150, reference: 'TX-1', method: 'bank_transfer' })).body.data;
    return { id: Number(invoice.id), paymentId: Number(payment.id) };
  };

  it('adds an entry that refers to the payment, and the invoice is due again', async () => {
    const { id, paymentId } = await aPaid();
    clock.advance(60_000);
    const { body } = await reverse(id, paymentId);
    expect(body.data).toMatchObject({
      amount: -1150,
      method: 'bank_transfer',
      reference: null,
      reverses_id: paymentId,
      reversed_by_id: null,
      reason: 'Bounced',
      recorded_by: { id: service.tenant.user.id, name: expect.any(String) },
      paid_at: clock.now().toISOString(),
      invoice: { id, status: 'approved', amount_paid: 0, amount_due: 1150 },
    });
    const invoice = await get(id);
    expect(invoice).toMatchObject({ status: 'approved', amount_paid: 0, amount_due: 1150, paid_at: null });
    expect(invoice.payments).toMatchObject([
      { id: paymentId, amount: 1150, reversed_by_id: body.data.id, reverses_id: null, reason: null },
      { id: body.data.id, amount: -1150, reverses_id: paymentId, reason: 'Bounced' },
    ]);
    expect(await published('invoice.payment_reversed', id)).toMatchObject([
      {
        payment_id: paymentId,
        reversal_id: body.data.id,
        amount: -1150,
        reason: 'Bounced',
        status: 'approved',
        amount_paid: 0,
        amount_due: 1150,
      },
    ]);
    const [entry] = await service
      .client()
      .get(`/audit-log?entity_type=invoice&entity_id=${id}&action=payment_reversed`);
    expect(entry.details).toMatchObject({
      payment_id: paymentId,
      reason: 'Bounced',
      changes: { status: { from: 'paid', to: 'approved' }, amount_paid: { from: 1150, to: 0 } },
    });
  });

  it('returns 422 for a second reversal, and for the reversal of a reversal', async () => {
    const { id, paymentId } = await aPaid();
    const reversal = (await reverse(id, paymentId)).body.data.id;
    const before = await get(id);
    expect(code(await reverse(id, paymentId, 422))).toBe('INVALID_STATUS');
    expect(code(await reverse(id, reversal, 422))).toBe('INVALID_STATUS');
    expect(await get(id)).toEqual(before);
  });

  it('does not free the reference: a new payment needs another one, and publishes invoice.paid again', async () => {
    const { id, paymentId } = await aPaid();
    await reverse(id, paymentId);
    expect(fields(await pay(id, { amount: 1150, reference: 'TX-1' }, 422))).toEqual(['reference']);
    await pay(id, { amount: 1150, reference: 'TX-2' });
    expect(await get(id)).toMatchObject({ status: 'paid', amount_due: 0 });
    expect(await published('invoice.paid', id)).toHaveLength(2);
  });

  it('allows the invoice to be voided, because nothing of it is paid', async () => {
    const { id, paymentId } = await aPaid();
    expect(code(await client().call('POST', `/invoices/${id}/void`, 422, { reason: 'x' }))).toBe('INVALID_STATUS');
    await reverse(id, paymentId);
    await client().post(`/invoices/${id}/void`, { reason: 'Billed to the wrong company' }, 200);
    expect(await get(id)).toMatchObject({ status: 'cancelled', amount_due: 0 });
    expect(code(await reverse(id, paymentId, 422))).toBe('INVALID_STATUS');
  });

  it('updates the budget’s paid amount and the reports', async () => {
    const departmentId = await aDepartment(service.client(), `B-${form}`);
    const budget = await aBudget(service.client(), { department_id: departmentId, allocated_amount: 5000 });
    const figures = async () =>
      (await service.client().get(`/budgets/${budget.id}/utilization`)).breakdown.by_po_status;
    const { id, paymentId } = await aPaid({ department_id: departmentId });
    const { vendor } = await get(id);
    const paid = async () => {
      const report = await service.client().get('/reports/spending?group_by=vendor');
      return report.rows.find((row: Loose) => row.id === vendor.id).paid_total;
    };
    expect([await figures(), await paid()]).toEqual([
      expect.objectContaining({ invoiced_pending_payment: 0, paid: 1150 }),
      1150,
    ]);
    await reverse(id, paymentId);
    expect([await figures(), await paid()]).toEqual([
      expect.objectContaining({ invoiced_pending_payment: 1150, paid: 0 }),
      0,
    ]);
  });

  it('of a refund makes the vendor owe the amount again', async () => {
    const { id } = await aPaid();
    await client().post(
      `/invoices/${id}/credit-notes`,
      { credit_note_number: `C-${id}`, amount: 150, reason: 'x' },
      201,
    );
    const refund = (await pay(id, { amount: -150, reference: 'BACK' })).body.data.id;
    expect((await reverse(id, refund)).body.data).toMatchObject({
      amount: 150,
      invoice: { status: 'paid', amount_paid: 1150, amount_due: -150 },
    });
    expect(await published('invoice.paid', id)).toHaveLength(1);
    expect(fields(await pay(id, { amount: -150, reference: 'BACK' }, 422))).toEqual(['reference']);
  });

  it('of a refund can settle the invoice, which publishes invoice.paid again', async () => {
    const { id, paymentId } = await aPaid();
    const credit = { credit_note_number: `S-${id}`, amount: 150, reason: 'x' };
    await client().post(`/invoices/${id}/credit-notes`, credit, 201);
    const refund = (await pay(id, { amount: -150 })).body.data.id;
    await reverse(id, paymentId);
    await pay(id, { amount: 1000 });
    expect(await get(id)).toMatchObject({ status: 'approved', amount_due: 150 });
    await reverse(id, refund);
    expect(await get(id)).toMatchObject({ status: 'paid', amount_due: 0 });
    expect(await published('invoice.paid', id)).toHaveLength(2);
  });

  it("rejects a date in the far future or before the payment, a missing reason, and another invoice's payment", async () => {
    const { id, paymentId } = await aPaid();
    const other = await aPaid();
    const day = 24 * 3_600_000;
    const at = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString();
    expect(fields(await reverse(id, paymentId, 422, { reversed_at: at(day + 1) }))).toEqual(['reversed_at']);
    expect(fields(await reverse(id, paymentId, 422, { reversed_at: at(-day) }))).toEqual(['reversed_at']);
    expect(fields(await reverse(id, paymentId, 422, { reason: ' ' }))).toEqual(['reason']);
    await reverse(id, other.paymentId, 404);
    await reverse(id, 999_999, 404);
    expect((await get(id)).payments).toHaveLength(1);
    await reverse(id, paymentId, 201, { reversed_at: at(day) });
  });

  it('rejects payments dated 2031; payments and credit notes show the user who recorded them', async () => {
    const { id } = await approved(client(), await anOrder(service));
    expect(fields(await pay(id, { amount: 1, paid_at: '2031-01-01T00:00:00Z' }, 422))).toEqual(['paid_at']);
    const payment = (await pay(id, { amount: 1, reference: 'R' })).body.data;
    const who = { id: service.tenant.user.id, name: expect.any(String) };
    expect(payment).toMatchObject({ recorded_by: who });
    expect((await pay(id, { amount: 1, reference: 'R' })).body.data).toEqual(payment);
    const note = { credit_note_number: `W-${id}`, amount: 1, reason: 'x' };
    expect(await client().post(`/invoices/${id}/credit-notes`, note, 201)).toMatchObject({ recorded_by: who });
    expect(await get(id)).toMatchObject({ payments: [{ recorded_by: who }], credit_notes: [{ recorded_by: who }] });
    // Like a payment from before the service stored the user.
    const recordedBy = async (userId: number | null): Promise<void> => {
      await asOwner(service, 'ALTER TABLE payments DISABLE TRIGGER USER');
      await asOwner(service, 'UPDATE payments SET created_by_id = $2 WHERE invoice_id = $1', [id, userId]);
      await asOwner(service, 'ALTER TABLE payments ENABLE TRIGGER USER');
    };
    await recordedBy(null);
    expect(await get(id)).toMatchObject({ payments: [{ recorded_by: null }] });
    await recordedBy(service.tenant.user.id);
  });
});
