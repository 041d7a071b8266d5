import { type Service, startApp, storyClock } from '../../support/app';
import type { Loose, Reply } from '../../support/client';
import { anOrder, aNumber, enter, LINES } from '../../support/invoices';
import { asOwner, aVendor, colleague } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

/** Midnight in Riyadh: the previous year in UTC. */
const NEW_YEAR = '2027-01-01T00:00:00+03:00';
/** The last second of the year west of Greenwich: the next year in UTC. */
const OLD_YEAR = '2026-12-31T23:59:59-08:00';

describe.each(ONE_FORM)('A date written as a timestamp with an offset, in Form %s', (form) => {
  let service: Service;
  let vendorId: number;
  const clock = storyClock();
  const expected = form === 'a' ? 'expected_delivery_date' : 'required_date';

  beforeAll(async () => {
    service = await startApp({ clock });
    vendorId = (await aVendor(service.client(), { payment_terms: 30 })).id;
  });
  afterAll(() => service.stop());

  const client = () => service.client({ form });
  const bill = (fields: object): Promise<Reply> =>
    client().call('POST', '/invoices', 201, {
      vendor_id: vendorId,
      invoice_number: aNumber(),
      [LINES[form]]: [{ description: 'Water', quantity: 1, unit_price: 100 }],
      ...fields,
    });

  it('does not move an invoice to another year’s VAT and budget', async () => {
    const invoice = (await bill({ invoice_date: NEW_YEAR })).body.data;
    expect([invoice.invoice_date, invoice.due_date]).toEqual(['2027-01-01T00:00:00.000Z', '2027-01-31T00:00:00.000Z']);
    const before = (await bill({ invoice_date: OLD_YEAR, due_date: NEW_YEAR })).body.data;
    expect([before.invoice_date, before.due_date]).toEqual(['2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
    const years = await asOwner<{ fiscal_year: number }>(
      service,
      'SELECT fiscal_year FROM invoices WHERE id = ANY ($1) ORDER BY id',
      [[invoice.id, before.id]],
    );
    expect(years.map(({ fiscal_year }) => fiscal_year)).toEqual([2027, 2026]);
    const moved = await client().put(`/invoices/${before.id}`, { invoice_date: NEW_YEAR, due_date: NEW_YEAR }, 200);
    expect([moved.invoice_date, moved.due_date]).toEqual(['2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
  });

  it('is the expected delivery date of an order, its update and its amendment', async () => {
    const items = [{ description: 'Desk', quantity: 1, unit_price: 10 }];
    const lines = form === 'a' ? { items } : { lines: items };
    const order = await client().post('/purchase-orders', { vendor_id: vendorId, ...lines, [expected]: NEW_YEAR }, 201);
    const dayOf = async (id: number): Promise<string> =>
      (await service.client().get(`/purchase-orders/${id}`)).expected_delivery_date;
    expect(await dayOf(order.id)).toBe('2027-01-01');
    await client().put(`/purchase-orders/${order.id}`, { [expected]: OLD_YEAR }, 200);
    expect(await dayOf(order.id)).toBe('2026-12-31');
    const approved = await anOrder(service);
    const later = { reason: 'Later', expected_delivery_date: NEW_YEAR };
    await client().post(`/purchase-orders/${approved.id}/amendments`, later, 201);
    expect(await dayOf(approved.id)).toBe('2027-01-01');
  });

  it('can be the first or the last day of a delegation', async () => {
    const { id } = await colleague(service, 'requester');
    const lent = await client().post(
      `/users/${service.tenant.user.id}/delegations`,
      { delegate_id: id, from: OLD_YEAR, to: NEW_YEAR },
      201,
    );
    expect([lent.from, lent.to]).toEqual(['2026-12-31', '2027-01-01']);
  });

  it('limits lists and reports', async () => {
    const number = aNumber();
    await bill({ invoice_number: number, invoice_date: '2027-01-01' });
    const found = async (query: string): Promise<boolean> => {
      const rows: Loose[] = await client().get(`/invoices?per_page=100&${query}`);
      return rows.some((row) => row.vendor_invoice_number === number);
    };
    const [from, before] = [encodeURIComponent(NEW_YEAR), encodeURIComponent(OLD_YEAR)];
    expect([
      await found(`from_date=${from}`),
      await found(`to_date=${before}`),
      await found(`to_date=${from}`),
    ]).toEqual([true, false, true]);
    const report = await client().get(`/reports/spending?from_date=${before}&to_date=${from}`);
    expect(report.filters).toMatchObject({ from_date: '2026-12-31', to_date: '2027-01-01' });
    const filter = form === 'a' ? 'created_from' : 'from_date';
    await client().get(`/purchase-orders?${filter}=${from}`);
    await client().get(`/audit-log?from_date=${from}`);
  });

  it('returns 422 if it is not a valid date', async () => {
    const draft = await enter(client(), await anOrder(service));
    for (const invoice_date of ['2025-02-30T00:00:00Z', '2027-01-01T00:00:00', '3000-01-01T00:00:00+03:00']) {
      const { body } = await client().call('PUT', `/invoices/${draft.id}`, 422, { invoice_date });
      expect(Object.keys(body.error.details)).toEqual(['invoice_date']);
    }
  });
});
