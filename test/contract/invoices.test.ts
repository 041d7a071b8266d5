import { type Service, startApp, storyClock } from '../support/app';
import type { Reply } from '../support/client';
import {
  aNumber,
  anOrder,
  anOrderOf,
  approved,
  type BilledOrderStory,
  enter,
  invoiceBody,
  submitted,
} from '../support/invoices';
import { aDraft, aVendor, settings } from '../support/purchase-orders';

describe.each(['a', 'b'] as const)('invoices, Form %s', (form) => {
  let service: Service;
  const clock = storyClock();
  const linesField = form === 'a' ? 'line_items' : 'lines';

  beforeAll(async () => {
    service = await startApp({ clock });
  });
  afterAll(async () => service.stop());
  beforeEach(async () =>
    settings(service, { default_vat_rate: 0, fiscal_year_start_month: 1, matching_policy: 'auto' }),
  );

  const client = () => service.client({ form });
  const code = ({ body }: Reply): string => body.error.code;
  const faults = ({ body }: Reply): Record<string, string[]> => (form === 'a' ? body.error.details : body.errors);
  const refused = async (body: object): Promise<string[]> => {
    const reply = await client().call('POST', '/invoices', 422, body);
    expect(code(reply)).toBe('VALIDATION_ERROR');
    return Object.keys(faults(reply)).sort();
  };

  describe('POST /invoices', () => {
    it('creates a draft with the fields of the specification', async () => {
      const order = await anOrder(service);
      const body = invoiceBody(form, order, [{ quantity: 3, unit_price: 99.5 }], {
        vendor_id: order.vendorId,
        currency: 'SAR',
        due_date: '2026-03-20T23:00:00Z',
        description: 'First part',
      });
      const { body: whole } = await client().call('POST', '/invoices', 201, body);
      expect(whole.data).toMatchObject({
        id: expect.any(Number),
        invoice_number: expect.stringMatching(/^INV-2026-\d{6}$/),
        vendor_invoice_number: body['invoice_number'],
        status: 'draft',
        payment_status: 'unpaid',
        match_status: 'pending_grn',
        vendor_id: order.vendorId,
        purchase_order_id: order.id,
        currency: 'SAR',
        subtotal: 298.5,
        vat_amount: 44.78,
        total: 343.28,
        invoice_date: '2026-03-01T00:00:00.000Z',
        due_date: '2026-03-20T00:00:00.000Z',
        description: 'First part',
        created_at: '2026-03-10T09:00:00.000Z',
      });
      expect(whole.data.line_items).toMatchObject([
        {
          id: expect.any(Number),
          line_number: 1,
          po_line_id: order.items[0]?.id,
          description: 'Item 1',
          quantity: 3,
          unit_price: 99.5,
          vat_rate: 15,
          vat_amount: 44.78,
          line_total: 343.28,
        },
      ]);
      expect(whole.data).not.toHaveProperty('warnings');
      expect('lines' in whole.data).toBe(form === 'b');
      if (form === 'b') expect(whole).toMatchObject({ success: true, message: 'Invoice created successfully.' });
    });

    it('copies description, unit, VAT and a missing price from the order line', async () => {
      const order = await anOrder(service, [{ description: 'Desk' }]);
      const invoice = await enter(client(), order, [{ quantity: 2 }]);
      expect(invoice.line_items).toMatchObject([
        { description: 'Desk', unit_price: 100, vat_rate: 15, line_total: 230 },
      ]);
    });

    it('uses the default VAT rate of the tenant for lines without an order', async () => {
      await settings(service, { default_vat_rate: 15 });
      const vendor = await aVendor(service.client(), { payment_terms: 45 });
      const invoice = await client().post(
        '/invoices',
        {
          vendor_id: vendor.id,
          invoice_number: aNumber(),
          invoice_date: '2026-03-01',
          [linesField]: [{ description: 'Consulting', quantity: 1, unit_price: 100 }],
        },
        201,
      );
      expect(invoice).toMatchObject({
        purchase_order_id: null,
        currency: 'SAR',
        total: 115,
        due_date: '2026-04-15T00:00:00.000Z',
      });
    });

    it('accepts an order that is not approved, which the match reports', async () => {
      const vendor = await aVendor(service.client());
      const draft = await aDraft(service.client(), vendor.id);
      const order: BilledOrderStory = { id: draft.id, vendorId: vendor.id, items: draft.items };
      const invoice = await submitted(client(), order, [{ quantity: 1 }]);
      expect(invoice).toMatchObject({ status: 'submitted', match_status: 'mismatch' });
      expect(invoice.match_summary.reasons).toMatchObject([{ code: 'ORDER_NOT_APPROVED' }]);
    });

    it('accepts purchase_order_id or po_id', async () => {
      const order = await anOrder(service);
      const { purchase_order_id: _, ...body } = invoiceBody(form, order);
      expect((await client().post('/invoices', { ...body, po_id: order.id }, 201)).purchase_order_id).toBe(order.id);
      expect(await refused({ ...invoiceBody(form, order), po_id: order.id + 1 })).toEqual(['po_id']);
      expect(await refused({ ...body, po_id: 999_999 })).toEqual(['po_id']);
      expect(await refused(invoiceBody(form, { ...order, id: 999_999 }))).toEqual(['purchase_order_id']);
    });

    it('rejects vendor, currency or lines of another order', async () => {
      const [order, other] = [await anOrder(service), await anOrder(service)];
      expect(await refused(invoiceBody(form, order, [{}], { vendor_id: other.vendorId, currency: 'USD' }))).toEqual([
        'currency',
        'vendor_id',
      ]);
      expect(
        await refused({ ...invoiceBody(form, order), [linesField]: [{ po_line_id: other.items[0]?.id, quantity: 1 }] }),
      ).toEqual([`${linesField}.0.po_line_id`]);
    });

    it('returns 422 with the names of missing or invalid fields', async () => {
      const order = await anOrder(service);
      const good = invoiceBody(form, order);
      const without = (...names: string[]) =>
        Object.fromEntries(Object.entries(good).filter(([name]) => !names.includes(name)));
      const line = (fields: object) => ({
        ...good,
        [linesField]: [{ po_line_id: order.items[0]?.id, quantity: 1, ...fields }],
      });
      expect(await refused(without('invoice_number'))).toEqual(['invoice_number']);
      expect(await refused({ ...good, invoice_number: '  ' })).toEqual(['invoice_number']);
      expect(await refused(without('invoice_date'))).toEqual(['invoice_date']);
      expect(await refused({ ...good, invoice_date: '2026-02-30' })).toEqual(['invoice_date']);
      expect(await refused({ ...good, due_date: '2026-02-28' })).toEqual(['due_date']);
      expect(await refused({ ...good, invoice_date: '2036-03-01' })).toEqual(['invoice_date']);
      expect(await refused(without(linesField))).toEqual([linesField]);
      expect(await refused({ ...good, [linesField]: [] })).toEqual([linesField]);
      expect(await refused(line({ quantity: 0 }))).toEqual([`${linesField}.0.quantity`]);
      expect(await refused(line({ quantity: -1 }))).toEqual([`${linesField}.0.quantity`]);
      expect(await refused(line({ quantity: 10_000_000 }))).toEqual([`${linesField}.0.quantity`]);
      expect(await refused(line({ unit_price: -0.01 }))).toEqual([`${linesField}.0.unit_price`]);
      expect(await refused(line({ unit_price: 1.00001 }))).toEqual([`${linesField}.0.unit_price`]);
      expect(await refused(line({ vat_rate: 100.01 }))).toEqual([`${linesField}.0.vat_rate`]);
      expect(await refused(line({ price: 1 }))).toEqual([`${linesField}.0.price`]);
      expect(await refused({ ...good, amount: 1 })).toEqual(['amount']);
      expect(await refused({ ...good, currency: 'ABC' })).toEqual(['currency']);
      expect(await refused({ ...good, subtotal: 1000 })).toEqual(['total', 'vat_amount']);
      expect(await refused({ ...good, subtotal: 1000, vat_amount: 150.001, total: 1150.001 })).toEqual(['vat_amount']);
      expect(
        await refused({
          invoice_number: 'X',
          invoice_date: '2026-03-01',
          [linesField]: [{ description: 'x', quantity: 1, unit_price: 1 }],
        }),
      ).toEqual(['vendor_id']);
      expect(
        await refused({ ...without('purchase_order_id'), vendor_id: order.vendorId, [linesField]: [{ quantity: 1 }] }),
      ).toEqual([`${linesField}.0.description`, `${linesField}.0.unit_price`]);
      expect(await refused(line({ quantity: 9_999_999, unit_price: 999_999 }))).toEqual([linesField]);
      expect(await client().get('/invoices', 200, { po_id: order.id })).toEqual([]);
    });

    it('accepts a blocked vendor with a warning', async () => {
      const order = await anOrder(service);
      await service.client().post(`/vendors/${order.vendorId}/block`, { reason: 'fraud' }, 200);
      const { body } = await client().call('POST', '/invoices', 201, invoiceBody(form, order));
      expect(body.data.warnings).toMatchObject([{ code: 'VENDOR_BLOCKED' }]);
    });
  });

  describe('duplicate check', () => {
    it.each([['inv-77'], ['  INV-77 '], ['ＩＮＶ－７７'], ['INV–٧۷'], ['\u200fINV-७७\u00ad']])(
      'rejects a vendor invoice number written as %j',
      async (again) => {
        const order = await anOrder(service);
        await enter(client(), order, [{ quantity: 1 }], { invoice_number: 'INV-77', invoice_date: '2026-01-05' });
        const body = invoiceBody(form, order, [{ quantity: 1 }], { invoice_number: again, invoice_date: '2026-12-30' });
        expect(await refused(body)).toEqual(['invoice_number']);
        await enter(client(), await anOrder(service), [{ quantity: 1 }], { invoice_number: again });
      },
    );

    it('allows a number once per fiscal year', async () => {
      await settings(service, { fiscal_year_start_month: 4 });
      const order = await anOrder(service);
      const dated = (invoice_date: string) =>
        invoiceBody(form, order, [{ quantity: 1 }], { invoice_number: 'Y-1', invoice_date });
      await client().post('/invoices', dated('2026-03-31'), 201);
      await client().post('/invoices', dated('2026-04-01'), 201);
      expect(await refused(dated('2026-05-01'))).toEqual(['invoice_number']);
    });

    it('allows the number of a rejected invoice', async () => {
      const order = await anOrder(service);
      const first = await enter(client(), order, [{}], { invoice_number: 'R-1' });
      await client().post(`/invoices/${first.id}/reject`, { reason: 'wrong price' }, 200);
      await enter(client(), order, [{}], { invoice_number: 'r-1' });
    });

    it('warns about another invoice with the same date and total', async () => {
      const order = await anOrder(service);
      const first = await enter(client(), order);
      const second = await enter(client(), order);
      expect(second.warnings).toEqual([
        { code: 'DUPLICATE_SUSPECTED', message: expect.stringContaining(first.vendor_invoice_number) },
      ]);
    });

    it('accepts one of several concurrent requests', async () => {
      const order = await anOrder(service);
      const body = () => invoiceBody(form, order, [{ quantity: 1 }], { invoice_number: 'RACE-1' });
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => client().raw('POST', '/invoices', JSON.stringify(body()))),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422, 422, 422]);
    });
  });

  describe('GET /invoices', () => {
    it('returns vendor, order, receipts, amounts and match of one invoice', async () => {
      const order = await anOrder(service);
      const { id } = await enter(client(), order, [{ quantity: 4 }]);
      const { body, headers } = await client().call('GET', `/invoices/${id}`, 200);
      expect(headers.get('etag')).toBe('"1"');
      expect(body.data).toMatchObject({
        vendor: { id: order.vendorId, name: 'Najd Stationery', email: null, vat_number: null },
        purchase_order: {
          id: order.id,
          po_number: expect.stringMatching(/^PO-/),
          status: 'approved',
          total_inc_vat: 1150,
        },
        goods_receipt: null,
        goods_receipts: [],
        total: 460,
        amount_paid: 0,
        amount_due: 460,
        match_summary: { po_variance_pct: null, gr_variance_pct: null, last_matched_at: null, lines: [], reasons: [] },
        approved_by: null,
        approved_at: null,
        created_by: { name: 'Olivia Owner' },
      });
      if (form === 'b') expect(body.data).toMatchObject({ purchase_order_id: order.id, lines: body.data.line_items });
    });

    it('filters and sorts the list', async () => {
      const vendor = await aVendor(service.client(), { name: 'Tabuk Timber' });
      const [one, two] = [await anOrderOf(service, vendor.id), await anOrderOf(service, vendor.id)];
      const draft = await enter(client(), one, [{ quantity: 1 }], {
        invoice_date: '2026-02-01',
        description: 'Oak planks',
      });
      const pending = await submitted(client(), one, [{ quantity: 2 }], { invoice_date: '2026-02-15' });
      const mismatch = await submitted(client(), two, [{ quantity: 11 }], { invoice_date: '2026-02-28' });
      const ids = async (query: object) =>
        (
          await client().get<{ id: number }[]>('/invoices', 200, {
            vendor_id: vendor.id,
            sort_by: 'id',
            sort_order: 'asc',
            ...query,
          })
        ).map(({ id }) => id);
      expect(await ids({})).toEqual([draft.id, pending.id, mismatch.id]);
      expect(await ids({ sort_order: 'desc' })).toEqual([mismatch.id, pending.id, draft.id]);
      expect(await ids({ status: 'draft' })).toEqual([draft.id]);
      expect(await ids({ status: 'submitted' })).toEqual([mismatch.id]);
      expect(await ids({ match_status: 'full_match' })).toEqual([pending.id]);
      expect(await ids({ purchase_order_id: one.id })).toEqual([draft.id, pending.id]);
      expect(await ids({ po_id: two.id })).toEqual([mismatch.id]);
      expect(await ids({ po_id: two.id, purchase_order_id: two.id })).toEqual([mismatch.id]);
      for (const list of ['/invoices', '/invoices/exceptions']) {
        const both = { po_id: two.id, purchase_order_id: one.id };
        const { body } = await client().call('GET', list, 400, undefined, { query: both });
        expect(body.error.details).toEqual({ po_id: [expect.stringContaining('different orders')] });
      }
      expect(await ids({ from_date: '2026-02-15' })).toEqual([pending.id, mismatch.id]);
      expect(await ids({ to_date: '2026-02-15' })).toEqual([draft.id, pending.id]);
      expect(await ids({ from_date: '2026-02-02', to_date: '2026-02-27T00:00:00Z' })).toEqual([pending.id]);
      expect(await ids({ search: 'oak' })).toEqual([draft.id]);
      expect(await ids({ search: pending.invoice_number })).toEqual([pending.id]);
      expect(await ids({ search: 'tabuk' })).toHaveLength(3);
      expect(await ids({ search: '100%' })).toEqual([]);
      expect(await ids({ sort_by: 'total', per_page: 1, page: 2 })).toEqual([pending.id]);
      expect(await ids({ sort: 'invoice_date', order: 'desc' })).toContain(draft.id);
      const [summary] = await client().get('/invoices', 200, { vendor_id: vendor.id, status: 'draft' });
      expect(summary).toMatchObject({
        vendor: { id: vendor.id, name: 'Tabuk Timber' },
        purchase_order: { id: one.id, po_number: expect.any(String) },
        total: 115,
      });
      for (const wrong of [
        { status: 'open' },
        { match_status: 'ok' },
        { from_date: '2026-02-30' },
        { per_page: 101 },
        { vendor: 1 },
      ]) {
        await client().get('/invoices', 400, wrong);
      }
    });
  });

  describe('PUT /invoices/:id', () => {
    it('changes only the lines and fields in the request', async () => {
      const order = await anOrder(service, [{}, {}]);
      const draft = await enter(client(), order, [{ quantity: 1 }, { quantity: 2 }]);
      const [first, second] = draft.line_items;
      const changed = await client().put(
        `/invoices/${draft.id}`,
        {
          description: 'Corrected',
          invoice_date: '2026-03-02',
          [linesField]: [
            { id: first.id, unit_price: 90 },
            { description: 'Freight', quantity: 1, unit_price: 50, vat_rate: 0 },
          ],
        },
        200,
      );
      expect(changed).toMatchObject({
        id: draft.id,
        status: 'draft',
        description: 'Corrected',
        invoice_date: '2026-03-02T00:00:00.000Z',
        due_date: draft.due_date,
        subtotal: 340,
        vat_amount: 43.5,
        total: 383.5,
        updated_at: '2026-03-10T09:00:00.000Z',
      });
      const whole = await client().get(`/invoices/${draft.id}`);
      expect(whole.line_items).toMatchObject([
        { id: first.id, unit_price: 90, quantity: 1 },
        { id: second.id, unit_price: 100, quantity: 2 },
        { line_number: 3, description: 'Freight', po_line_id: null },
      ]);
    });

    it('retains the totals of the vendor unless lines or totals change', async () => {
      const order = await anOrder(service);
      const draft = await enter(client(), order, [{}], { subtotal: 1000, vat_amount: 149.99, total: 1149.99 });
      const put = (body: object, status = 200) => client().put(`/invoices/${draft.id}`, body, status);
      expect(await put({ description: 'x' })).toMatchObject({ total: 1149.99 });
      expect(await put({ subtotal: 1000, vat_amount: 150.01, total: 1150.01 })).toMatchObject({ total: 1150.01 });
      expect(await put({ [linesField]: [{ id: draft.line_items[0].id, quantity: 9 }] })).toMatchObject({ total: 1035 });
      await put({ total: 1 }, 422);
    });

    it('rejects a line of another invoice, a repeated line and a due date before the invoice date', async () => {
      const order = await anOrder(service);
      const [draft, other] = [await enter(client(), order), await enter(client(), order)];
      const id = draft.line_items[0].id;
      const wrong = async (body: object) =>
        Object.keys(faults(await client().call('PUT', `/invoices/${draft.id}`, 422, body)));
      expect(await wrong({ [linesField]: [{ id: other.line_items[0].id, quantity: 1 }] })).toEqual([
        `${linesField}.0.id`,
      ]);
      expect(
        await wrong({
          [linesField]: [
            { id, quantity: 1 },
            { id, quantity: 2 },
          ],
        }),
      ).toEqual([`${linesField}.1.id`]);
      expect(await wrong({ due_date: '2026-02-01' })).toEqual(['due_date']);
      expect(await wrong({ invoice_number: other.vendor_invoice_number })).toEqual(['invoice_number']);
      expect(await wrong({ purchase_order_id: order.id })).toEqual(['purchase_order_id']);
      // An invoice date after the due date sets a new due date from the payment terms.
      const moved = await client().put(`/invoices/${draft.id}`, { invoice_date: '2026-05-01' }, 200);
      expect(moved.due_date).toBe('2026-05-31T00:00:00.000Z');
    });

    it('returns 412 for an outdated If-Match', async () => {
      const { id } = await enter(client(), await anOrder(service));
      const put = (etag: string, status: number) =>
        client().call('PUT', `/invoices/${id}`, status, { description: 'x' }, { headers: { 'if-match': etag } });
      await put('"9"', 412);
      expect((await put('"1"', 200)).headers.get('etag')).toBe('"2"');
      await put('"1"', 412);
    });

    it('returns INVALID_STATUS for an approved or paid invoice', async () => {
      const invoice = await approved(client(), await anOrder(service));
      const put = () => client().call('PUT', `/invoices/${invoice.id}`, 422, { description: 'late' });
      expect(code(await put())).toBe('INVALID_STATUS');
      await client().post(`/invoices/${invoice.id}/payments`, { amount: invoice.total }, 201);
      expect((await put()).body.error.details).toMatchObject({
        status: 'paid',
        allowed_statuses: ['draft', 'submitted', 'pending'],
      });
    });
  });

  it('return 404 for another tenant and require the ability of each operation', async () => {
    const order = await anOrder(service);
    const { id } = await enter(client(), order);
    const stranger = service.client({ form, token: (await service.newTenant()).token.token });
    await stranger.get(`/invoices/${id}`, 404);
    await stranger.put(`/invoices/${id}`, { description: 'x' }, 404);
    expect(await stranger.get('/invoices')).toEqual([]);
    expect(Object.keys(faults(await stranger.call('POST', '/invoices', 422, invoiceBody(form, order))))).toEqual([
      'purchase_order_id',
    ]);
    const writer = service.client({ form, token: await service.mint(['write']) });
    await writer.get(`/invoices/${id}`, 403);
    await writer.post(`/invoices/${id}/approve`, {}, 403);
    await writer.post(`/invoices/${id}/submit`, {}, 200);
    await client().get('/invoices/0', 400);
    await client().get('/invoices/9007199254740993', 400);
    await client().get('/invoices/999999', 404);
  });
});
