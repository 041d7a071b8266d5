import { type Service, startApp, storyClock } from '../support/app';
import { disagreements } from '../support/books';
import { aBudget, aDepartment } from '../support/budgets';
import type { Loose, Reply } from '../support/client';
import { anOrder, anOrderOf, approved, linesOf, submitted } from '../support/invoices';
import { asOwner, settings } from '../support/purchase-orders';
import { FORMS } from '../support/sampled';

describe.each(FORMS)('credit notes, Form %s', (form) => {
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
  const credit = async (id: number, body: object, status = 201): Promise<Reply> =>
    client().call('POST', `/invoices/${id}/credit-notes`, status, { reason: 'returned', ...body });
  const noted = async (id: number, body: object): Promise<Loose> => (await credit(id, body)).body.data;
  const cancel = async (id: number, status = 200, reason = 'Wrong invoice'): Promise<Reply> =>
    client().call('POST', `/credit-notes/${id}/cancel`, status, { reason });
  const fields = ({ body }: Reply): string[] => Object.keys(body.error.details);
  const code = ({ body }: Reply): string => body.error.code;
  const anApproved = async () => approved(client(), await anOrder(service));
  const who = () => ({ id: service.tenant.user.id, name: expect.any(String) as string });

  it('allows a credit note number once per fiscal year', async () => {
    const { id } = await anApproved();
    const number = { credit_note_number: 'CN-1', amount: 1 };
    expect(await noted(id, number)).toMatchObject({ credit_date: '2026-03-10T00:00:00.000Z', status: 'active' });
    expect(fields(await credit(id, { ...number, credit_date: '2026-12-31' }, 422))).toEqual(['credit_note_number']);
    expect(await noted(id, { ...number, credit_date: '2027-01-01' })).toMatchObject({
      credit_date: '2027-01-01T00:00:00.000Z',
    });
    expect(fields(await credit(id, { ...number, credit_date: '2027-02-01' }, 422))).toEqual(['credit_note_number']);
  });

  it('rejects a date before the invoice date or more than 366 days ahead', async () => {
    const { id } = await anApproved();
    const dated = (credit_date: string) => credit(id, { credit_note_number: 'D', amount: 1, credit_date }, 422);
    expect(fields(await dated('2025-01-01'))).toEqual(['credit_date']);
    expect(fields(await dated('2027-03-12'))).toEqual(['credit_date']);
    expect(fields(await dated('2026-02-30'))).toEqual(['credit_date']);
    expect((await get(id)).credit_notes).toEqual([]);
  });

  it('reverts all amounts on cancellation, stores user, time and reason, and frees the number', async () => {
    const departmentId = await aDepartment(service.client(), `C-${form}`);
    const budget = await aBudget(service.client(), { department_id: departmentId, allocated_amount: 5000 });
    const order = await anOrder(service, [{}], { department_id: departmentId });
    const invoice = await approved(client(), order);
    const report = async () => {
      const { rows } = await service.client().get('/reports/spending?group_by=vendor');
      return rows.find((row: Loose) => row.id === order.vendorId).invoiced_total;
    };
    const state = async () => {
      const shown = await client().get(`/purchase-orders/${order.id}`);
      const { spent_amount, committed_amount } = await client().get(`/budgets/${budget.id}`);
      return [shown.status, linesOf(shown)[0].invoiced_quantity, spent_amount, committed_amount, await report()];
    };
    const before = await state();
    const lines = [{ line_item_id: invoice.line_items[0].id, quantity: 4 }];
    const note = await noted(invoice.id, { credit_note_number: 'CN-4', lines });
    expect(await state()).toEqual(['approved', 6, 690, 460, 690]);
    const waiting = await submitted(client(), order, [{ quantity: 4 }]);
    expect(waiting).toMatchObject({ status: 'pending', match_status: 'full_match' });
    const { version } = (
      await asOwner<{ version: number }>(service, 'SELECT version FROM invoices WHERE id = $1', [invoice.id])
    )[0] as { version: number };

    clock.advance(60_000);
    const { body } = await cancel(note.id);
    expect(body.data).toMatchObject({
      id: note.id,
      status: 'cancelled',
      amount: 460,
      reason: 'returned',
      cancelled_at: clock.now().toISOString(),
      cancelled_by: who(),
      cancellation_reason: 'Wrong invoice',
      lines: [{ quantity: 4, amount: 460 }],
      invoice: { id: invoice.id, status: 'approved', amount_due: 1150 },
    });
    expect(await state()).toEqual(before);
    expect(await get(invoice.id)).toMatchObject({
      amount_credited: 0,
      amount_due: 1150,
      line_items: [{ credited_quantity: 0 }],
      credit_notes: [{ id: note.id, status: 'cancelled', cancellation_reason: 'Wrong invoice' }],
    });
    expect(await get(waiting.id)).toMatchObject({ status: 'submitted', match_status: 'mismatch' });
    expect(
      await asOwner(service, 'SELECT version > $2 AS raised FROM invoices WHERE id = $1', [invoice.id, version]),
    ).toEqual([{ raised: true }]);
    const [entry] = await service
      .client()
      .get(`/audit-log?entity_type=invoice&entity_id=${invoice.id}&action=credit_cancelled`);
    expect(entry.details).toMatchObject({
      credit_note_id: note.id,
      reason: 'Wrong invoice',
      changes: { amount_credited: { from: 460, to: 0 } },
    });
    const { entries } = await service.client().get(`/invoices/${invoice.id}/trail`);
    expect(entries.filter(({ type }: Loose) => type === 'credit_note').map(({ action }: Loose) => action)).toEqual([
      'credited',
      'credit_cancelled',
    ]);
    expect(await noted(invoice.id, { credit_note_number: 'cn-4', amount: 1 })).toMatchObject({ status: 'active' });
  });

  it('can be cancelled only once', async () => {
    const { id } = await anApproved();
    const note = await noted(id, { credit_note_number: 'CN', amount: 1 });
    await cancel(note.id);
    const before = await get(id);
    const again = await cancel(note.id, 422);
    expect([code(again), again.body.error.details]).toEqual([
      'INVALID_STATUS',
      { status: 'cancelled', allowed_statuses: ['active'] },
    ]);
    expect(await get(id)).toEqual(before);
    await cancel(999_999, 404);
    expect(fields(await cancel(note.id, 422, ' '))).toEqual(['reason']);
    const writer = service.client({ form, token: await service.mint(['write']) });
    await writer.call('POST', `/credit-notes/${note.id}/cancel`, 403, { reason: 'x' });
  });

  it('allows one of several concurrent cancellations', async () => {
    const { id } = await anApproved();
    const note = await noted(id, { credit_note_number: 'CN', amount: 100 });
    const body = JSON.stringify({ reason: 'Wrong invoice' });
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => client().raw('POST', `/credit-notes/${note.id}/cancel`, body)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    expect(await get(id)).toMatchObject({ amount_credited: 0, amount_due: 1150 });
  });

  it('reopens the invoice if a refunded note is cancelled', async () => {
    const { id } = await anApproved();
    await client().post(`/invoices/${id}/payments`, { amount: 1150 }, 201);
    const note = await noted(id, { credit_note_number: 'CN', amount: 150 });
    await client().post(`/invoices/${id}/payments`, { amount: -150 }, 201);
    expect(await get(id)).toMatchObject({ status: 'paid', amount_due: 0 });
    expect((await cancel(note.id)).body.data.invoice).toMatchObject({ status: 'approved', amount_due: 150 });
    expect(await get(id)).toMatchObject({ paid_at: null, amount_paid: 1000 });
    await client().post(`/invoices/${id}/payments`, { amount: 150 }, 201);
    expect(await get(id)).toMatchObject({ status: 'paid', amount_due: 0 });
  });

  it('reopens an invoice that the note settled, and leaves a fully paid invoice paid', async () => {
    const settled = await anApproved();
    await client().post(`/invoices/${settled.id}/payments`, { amount: 1000 }, 201);
    const last = await noted(settled.id, { credit_note_number: 'CN', amount: 150 });
    expect((await get(settled.id)).status).toBe('paid');
    await cancel(last.id);
    expect(await get(settled.id)).toMatchObject({ status: 'approved', amount_due: 150, paid_at: null });

    const paid = await anApproved();
    await client().post(`/invoices/${paid.id}/payments`, { amount: 1150 }, 201);
    const note = await noted(paid.id, { credit_note_number: 'CN', amount: 150 });
    await cancel(note.id);
    expect(await get(paid.id)).toMatchObject({ status: 'paid', amount_due: 0 });
  });

  it('rejects the cancellation if another invoice has billed the lines', async () => {
    const order = await anOrder(service);
    const invoice = await approved(client(), order);
    const lines = [{ line_item_id: invoice.line_items[0].id, quantity: 4 }];
    const note = await noted(invoice.id, { credit_note_number: 'CN', lines });
    clock.advance(60_000);
    const other = await approved(client(), order, [{ quantity: 4 }]);
    const before = await get(invoice.id);
    expect(code(await cancel(note.id, 422))).toBe('INVALID_STATUS');
    expect(await get(invoice.id)).toEqual(before);
    await client().post(`/invoices/${other.id}/void`, { reason: 'Billed twice' }, 200);
    await cancel(note.id);
    expect((await client().get(`/purchase-orders/${order.id}`)).status).toBe('completed');
  });

  it('rejects the cancellation if the invoice is void', async () => {
    const { id } = await anApproved();
    const note = await noted(id, { credit_note_number: 'CN', amount: 1 });
    await client().post(`/invoices/${id}/void`, { reason: 'x' }, 200);
    expect(code(await cancel(note.id, 422))).toBe('INVALID_STATUS');
  });

  it('filters and sorts the list and exports it as CSV', async () => {
    const order = await anOrder(service);
    const invoice = await approved(client(), order, [{ quantity: 5 }]);
    const other = await approved(client(), await anOrderOf(service, order.vendorId));
    const first = await noted(invoice.id, { credit_note_number: '=LIST-1', amount: 1 });
    const second = await noted(invoice.id, { credit_note_number: 'LIST-2', amount: 2, credit_date: '2026-05-01' });
    await noted(other.id, { credit_note_number: 'LIST-3', amount: 3, credit_date: '2026-06-01' });
    await cancel(first.id);
    const of = `vendor_id=${order.vendorId}`;
    const numbers = async (query: string): Promise<string[]> =>
      (await client().get(`/credit-notes?${query}`)).map((note: Loose) => note.credit_note_number);
    expect(await numbers(of)).toEqual(['LIST-3', 'LIST-2', '=LIST-1']);
    expect(await numbers(`${of}&sort=credit_date&order=asc&per_page=2&page=2`)).toEqual(['LIST-3']);
    expect(await numbers(`${of}&sort=amount&order=asc`)).toEqual(['=LIST-1', 'LIST-2', 'LIST-3']);
    expect(await numbers(`invoice_id=${invoice.id}`)).toEqual(['LIST-2', '=LIST-1']);
    expect(await numbers(`${of}&status=active`)).toEqual(['LIST-3', 'LIST-2']);
    expect(await numbers(`${of}&status=cancelled`)).toEqual(['=LIST-1']);
    expect(await numbers(`${of}&from_date=2026-05-01&to_date=2026-05-31`)).toEqual(['LIST-2']);
    expect(await numbers(`${of}&currency=USD`)).toEqual([]);
    expect(await numbers(`${of}&search=list-3`)).toEqual(['LIST-3']);
    expect(await numbers(`${of}&search=${invoice.invoice_number}`)).toEqual(['LIST-2', '=LIST-1']);
    expect(await client().get(`/credit-notes/${second.id}`)).toEqual({
      id: second.id,
      credit_note_number: 'LIST-2',
      status: 'active',
      credit_date: '2026-05-01T00:00:00.000Z',
      amount: 2,
      currency: 'SAR',
      reason: 'returned',
      recorded_by: who(),
      created_at: clock.now().toISOString(),
      cancelled_at: null,
      cancelled_by: null,
      cancellation_reason: null,
      vendor: { id: order.vendorId, name: expect.any(String) },
      invoice: {
        id: invoice.id,
        invoice_number: invoice.invoice_number,
        vendor_invoice_number: invoice.vendor_invoice_number,
      },
      lines: [],
    });
    await client().call('GET', '/credit-notes/999999', 404);
    const file = await client().raw('GET', `/credit-notes?${of}&sort=id&order=asc`, undefined, {
      headers: { accept: 'text/csv' },
    });
    const [heading, ...rows] = file.text.trim().split('\r\n');
    expect(heading).toContain('credit_note_number,status,credit_date,vendor_id');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain(`'=LIST-1,cancelled,2026-03-10T00:00:00.000Z,${order.vendorId}`);
  });

  it('uses the day of recording for a note of the previous release without a date', async () => {
    const { id } = await anApproved();
    const note = await noted(id, { credit_note_number: 'OLD', amount: 1 });
    await asOwner(service, 'UPDATE credit_notes SET credit_date = NULL, fiscal_year = NULL WHERE id = $1', [note.id]);
    expect(await client().get(`/credit-notes/${note.id}`)).toMatchObject({ credit_date: '2026-03-10T00:00:00.000Z' });
    expect(fields(await credit(id, { credit_note_number: 'old', amount: 1 }, 422))).toEqual(['credit_note_number']);
    await noted(id, { credit_note_number: 'old', amount: 1, credit_date: '2027-01-01' });
    await cancel(note.id);
    await noted(id, { credit_note_number: 'old', amount: 1 });
  });
});
