import { type Service, startApp, storyClock } from '../support/app';
import { anOrder, approved, enter, receive, submitted } from '../support/invoices';
import { settings } from '../support/purchase-orders';
import { ONE_FORM } from '../support/sampled';

const PLAIN = {
  matching_policy: 'auto',
  price_tolerance_pct: 0,
  price_tolerance_abs: null,
  quantity_tolerance_pct: 0,
  quantity_tolerance_abs: null,
  check_under: false,
};

/** The worked examples of the specification, over HTTP. */
describe.each(ONE_FORM)('worked examples of matching and payment, Form %s', (form) => {
  let service: Service;
  const clock = storyClock('2025-03-01T09:00:00.000Z');

  beforeAll(async () => {
    service = await startApp({ clock });
  });
  afterAll(async () => service.stop());
  beforeEach(async () => {
    clock.set('2025-03-01T09:00:00.000Z');
    await settings(service, PLAIN);
  });
  const client = () => service.client({ form });

  it.each([
    { tolerance: 0, received: 10, invoice: 10, price: 100, po: 0, gr: 0, status: 'full_match' },
    {
      tolerance: 5,
      ordered: 1000,
      orderPrice: 1,
      received: 1000,
      invoice: 1000,
      price: 1.05,
      po: 5,
      gr: 0,
      status: 'full_match',
    },
    {
      tolerance: 5,
      ordered: 1000,
      orderPrice: 1,
      received: 1000,
      invoice: 1000,
      price: 1.1,
      po: 10,
      gr: 0,
      status: 'mismatch',
    },
    { tolerance: 0, received: 8, invoice: 10, price: 100, po: 0, gr: 25, status: 'partial_match' },
    { tolerance: 0, received: 5, invoice: 5, price: 100, po: 0, gr: 0, status: 'full_match' },
    { tolerance: 0, received: 10, invoice: 12, price: 100, po: 20, gr: 20, status: 'mismatch' },
  ])('$tolerance %: received $received, invoice $invoice @ $price is $status', async (row) => {
    const { tolerance, ordered = 10, orderPrice = 100, received, invoice, price, po, gr, status } = row;
    await settings(service, { price_tolerance_pct: tolerance });
    const order = await anOrder(service, [{ quantity: ordered, unit_price: orderPrice }]);
    await receive(client(), order, [received]);
    const matched = await submitted(client(), order, [{ quantity: invoice, unit_price: price }]);
    expect(matched).toMatchObject({
      match_status: status,
      match_summary: { po_variance_pct: po, gr_variance_pct: gr },
    });
    expect(matched.status).toBe(status === 'full_match' ? 'pending' : 'submitted');
  });

  it('applies an absolute price tolerance only to the tenant’s currency; others have their own', async () => {
    await settings(service, { price_tolerance_abs: 5, matching_policy: 'two_way' });
    const matched = async (currency: string, price: number): Promise<string> => {
      const order = await anOrder(service, [{ quantity: 100, unit_price: 1 }], { currency });
      return (await submitted(client(), order, [{ quantity: 100, unit_price: price }])).match_status;
    };
    expect(await matched('SAR', 6)).toBe('full_match');
    expect(await matched('KWD', 6)).not.toBe('full_match');
    await settings(service, { tolerances_by_currency: { KWD: 0.5 } });
    expect(await matched('KWD', 1.5)).toBe('full_match');
    expect(await matched('KWD', 1.6)).not.toBe('full_match');
    expect(await matched('USD', 1.1)).not.toBe('full_match');
    await settings(service, { price_tolerance_pct: 10 });
    expect(await matched('USD', 1.1)).toBe('full_match');
    await settings(service, { price_tolerance_abs: null, price_tolerance_pct: 0, tolerances_by_currency: {} });
  });

  it('returns pending_grn under three_way and full_match under two_way if nothing is received', async () => {
    const order = await anOrder(service);
    await settings(service, { matching_policy: 'three_way' });
    const waits = await submitted(client(), order);
    expect(waits).toMatchObject({
      status: 'submitted',
      match_status: 'pending_grn',
      match_summary: { po_variance_pct: 0, gr_variance_pct: null },
    });
    await settings(service, { matching_policy: 'two_way' });
    const passes = await submitted(client(), await anOrder(service));
    expect(passes).toMatchObject({
      status: 'pending',
      match_status: 'full_match',
      match_summary: { gr_variance_pct: null },
    });
  });

  it('leaves an order approved after half of it is billed', async () => {
    const order = await anOrder(service);
    await receive(client(), order, [5]);
    expect((await approved(client(), order, [{ quantity: 5 }])).status).toBe('approved');
    expect((await service.client().get(`/purchase-orders/${order.id}`)).status).toBe('approved');
  });

  it('accepts the vendor’s VAT for three lines of 10.10 at 15 %, which differs by a rounding', async () => {
    const order = await anOrder(
      service,
      [1, 2, 3].map(() => ({ quantity: 2, unit_price: 10.1 })),
    );
    const lines = [0, 1, 2].map((item) => ({ item, quantity: 1 }));
    expect(await enter(client(), order, lines)).toMatchObject({ subtotal: 30.3, vat_amount: 4.56, total: 34.86 });
    const printed = await submitted(client(), order, lines, { subtotal: 30.3, vat_amount: 4.55, total: 34.85 });
    expect(printed).toMatchObject({ vat_amount: 4.55, total: 34.85, match_status: 'full_match' });
  });

  it('rejects totals that differ from their sum by a cent', async () => {
    const order = await anOrder(service, [{ quantity: 3, unit_price: 10.1 }]);
    const fields = { subtotal: 30.3, vat_amount: 4.55, total: 34.86 };
    const body = { purchase_order_id: order.id, invoice_number: 'X-1', invoice_date: '2025-03-01', ...fields };
    const line = { po_line_id: order.items[0]?.id, quantity: 3 };
    const lines = form === 'a' ? { line_items: [line] } : { lines: [line] };
    const { body: refused } = await client().call('POST', '/invoices', 422, { ...body, ...lines });
    const messages = form === 'a' ? refused.error.details : refused.errors;
    expect(messages).toEqual({ total: ['The subtotal 30.30 plus the VAT 4.55 is 34.85, not 34.86.'] });
  });

  it('calculates 7 x 1.2345 KWD at 5 % with three decimals', async () => {
    const order = await anOrder(service, [{ quantity: 7, unit_price: 1.2345, vat_rate: 5 }], { currency: 'KWD' });
    expect(await enter(client(), order, [{ quantity: 7 }])).toMatchObject({
      currency: 'KWD',
      subtotal: 8.642,
      vat_amount: 0.432,
      total: 9.074,
    });
  });

  it('shows 400 of 1,000 as partial on the due date, overdue after it, and paid with 600 more', async () => {
    await settings(service, { matching_policy: 'two_way' });
    const order = await anOrder(service, [{ vat_rate: 0 }]);
    const invoice = await approved(client(), order, [{}], { invoice_date: '2025-03-01', due_date: '2025-03-31' });
    const status = async () => (await client().get(`/invoices/${invoice.id}`)).payment_status;
    await client().post(`/invoices/${invoice.id}/payments`, { amount: 400 }, 201);
    clock.set('2025-03-31T23:59:59.999Z');
    expect(await status()).toBe('partial');
    clock.set('2025-04-01T00:00:00.000Z');
    expect(await status()).toBe('overdue');
    await client().post(`/invoices/${invoice.id}/payments`, { amount: 600 }, 201);
    expect(await status()).toBe('paid');
  });
});
