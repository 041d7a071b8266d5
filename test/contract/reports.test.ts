import { type Service, startApp, storyClock } from '../support/app';
import { aDepartment } from '../support/budgets';
import type { Loose } from '../support/client';
import { anOrderOf, approved, enter, receive } from '../support/invoices';
import { aDraft, asOwner, aSubmitted, aVendor } from '../support/purchase-orders';

interface Reply {
  filters: Record<string, unknown>;
  rows: Record<string, Loose>[];
  rest: Record<string, Loose>[];
  totals: Record<string, Loose>[];
  summary: Record<string, Loose>;
  generated_at: string;
}

describe.each(['a', 'b'] as const)('reports, Form %s', (form) => {
  let service: Service;
  let furniture: { id: number; name: string };
  let stationery: { id: number; name: string };
  let technology: number;
  const clock = storyClock('2026-02-10T09:00:00.000Z');
  const client = () => service.client({ form });
  const report = (name: string, query: Record<string, string> = {}): Promise<Reply> =>
    client().get(`/reports/${name}`, 200, query);
  const csv = (name: string, query: Record<string, string> = {}) =>
    client().raw('GET', `/reports/${name}`, undefined, { headers: { accept: 'text/csv' }, query });

  beforeAll(async () => {
    service = await startApp({ clock });
    const admin = service.client();
    furniture = await aVendor(admin, { name: '=HYPERLINK("http://evil")', category: 'Furniture' });
    stationery = await aVendor(admin, { name: 'Najd "Paper", Ltd', category: '+Stationery' });
    technology = await aDepartment(admin, 'IT');

    // February: furniture for IT for 1,150.00 SAR, received and billed, 400.00 paid.
    const desks = await anOrderOf(service, furniture.id, [{}], {
      department_id: technology,
      expected_delivery_date: '2026-02-20',
    });
    await receive(admin, desks, [10]);
    const bill = await approved(admin, desks, undefined, { invoice_date: '2026-02-10' });
    clock.set('2026-03-01T00:00:00.000Z');
    await admin.post(`/invoices/${bill.id}/payments`, { amount: 400, paid_at: '2026-03-01T00:00:00Z' }, 201);
    clock.set('2026-02-10T09:00:00.000Z');
    // An order in US dollars, which no report adds to the riyals.
    await anOrderOf(service, stationery.id, [{ vat_rate: 0 }], {
      currency: 'USD',
      expected_delivery_date: '2026-03-05',
    });

    clock.set('2026-04-10T09:00:00.000Z');
    // April: stationery for 230.00 SAR, a pending invoice above the price, a draft and a submitted order.
    const paper = await anOrderOf(service, stationery.id, [{ quantity: 2 }], {});
    const dear = await enter(admin, paper, [{ quantity: 2, unit_price: 110 }], { invoice_date: '2026-04-10' });
    await admin.post(`/invoices/${dear.id}/submit`, undefined, 200);
    await aDraft(admin, stationery.id);
    await aSubmitted(admin, stationery.id);
    clock.set('2026-04-18T09:00:00.000Z');
  });
  afterAll(async () => service.stop());

  it('show empty months and separate currencies in spending by month', async () => {
    const { filters, rows, totals } = await report('spending');
    expect(filters).toEqual({ from_date: '2026-01-01', to_date: '2026-04-18', group_by: 'month' });
    expect(
      rows.map((row) => [row['key'], row['currency'], row['po_total'], row['invoiced_total'], row['paid_total']]),
    ).toEqual([
      ['2026-01', 'SAR', 0, 0, 0],
      ['2026-01', 'USD', 0, 0, 0],
      ['2026-02', 'SAR', 1150, 1150, 0],
      ['2026-02', 'USD', 1000, 0, 0],
      ['2026-03', 'SAR', 0, 0, 400],
      ['2026-03', 'USD', 0, 0, 0],
      ['2026-04', 'SAR', 230, 0, 0],
      ['2026-04', 'USD', 0, 0, 0],
    ]);
    expect(totals).toEqual([
      { currency: 'SAR', po_count: 2, po_total: 1380, invoice_count: 1, invoiced_total: 1150, paid_total: 400 },
      { currency: 'USD', po_count: 1, po_total: 1000, invoice_count: 0, invoiced_total: 0, paid_total: 0 },
    ]);
    expect(rows[2]).toEqual({
      key: '2026-02',
      id: null,
      name: '2026-02',
      currency: 'SAR',
      po_count: 1,
      po_total: 1150,
      invoice_count: 1,
      invoiced_total: 1150,
      paid_total: 0,
      share_pct: 83.33,
    });
  });

  it.each([
    ['vendor', () => [String(stationery.id), String(furniture.id), String(stationery.id)]],
    ['category', () => ['+Stationery', 'Furniture', '+Stationery']],
    ['department', () => [String(technology), 'own', 'own']],
  ])('group spending by %s', async (group_by, keys) => {
    const { rows } = await report('spending', { group_by });
    const own = String((await client().get('/users/me')).department.id);
    const expected = keys().map((key) => (key === 'own' ? own : key));
    const sar = rows.filter(({ currency }) => currency === 'SAR').map(({ key }) => key as string);
    expect(new Set(sar)).toEqual(new Set(expected.slice(0, 2)));
    expect(rows.filter(({ currency }) => currency === 'USD').map(({ key }) => key)).toEqual([expected[2]]);
    expect(rows.reduce((sum, row) => sum + (row['currency'] === 'SAR' ? row['share_pct'] : 0), 0)).toBe(100);
  });

  it('show the largest vendors and the sum of the others in spending by vendor', async () => {
    const whole = await report('spending', { group_by: 'vendor' });
    expect(whole.rest).toEqual([]);
    const { rows, rest, totals } = await report('spending', { group_by: 'vendor', limit: '1' });
    expect(rows).toEqual([whole.rows[0], whole.rows[2]]);
    expect(rows.map(({ id, currency }) => [id, currency])).toEqual([
      [furniture.id, 'SAR'],
      [stationery.id, 'USD'],
    ]);
    expect(rest).toEqual([
      { currency: 'SAR', po_count: 1, po_total: 230, invoice_count: 0, invoiced_total: 0, paid_total: 0 },
    ]);
    expect(totals).toEqual(whole.totals);
    // A vendor without orders in the period who received a payment.
    const march = await report('spending', { group_by: 'vendor', from_date: '2026-03-01', to_date: '2026-03-31' });
    expect(march.rows).toMatchObject([{ id: furniture.id, po_total: 0, paid_total: 400, share_pct: 0 }]);
    expect([march.rest, march.totals]).toMatchObject([[], [{ currency: 'SAR', po_count: 0, paid_total: 400 }]]);
  });

  it('ignore the limit in other groups of spending and in CSV', async () => {
    for (const group_by of ['month', 'department', 'category']) {
      const whole = await report('spending', { group_by });
      const limited = await report('spending', { group_by, limit: '1' });
      expect([limited.rows, limited.rest]).toEqual([whole.rows, []]);
    }
    const query = { group_by: 'vendor' };
    expect((await csv('spending', { ...query, limit: '1' })).text).toBe((await csv('spending', query)).text);
  });

  it('count only the days of the period in a partial month', async () => {
    const before = await report('spending', { from_date: '2026-02-01', to_date: '2026-02-09' });
    expect(before.totals).toEqual([]);
    expect(before.rows).toMatchObject([{ key: '2026-02', currency: 'SAR', po_count: 0 }]);
    const { totals } = await report('spending', { from_date: '2026-02-10', to_date: '2026-02-10' });
    expect(totals).toMatchObject([
      { currency: 'SAR', po_total: 1150 },
      { currency: 'USD', po_total: 1000 },
    ]);
  });

  it('distinguish a category with the name "none" from no category', async () => {
    const stranger = await service.newTenant();
    const other = service.client({ token: stranger.token.token });
    for (const category of ['none', ':none', null]) {
      const vendor = await aVendor(other, { name: `Of ${category}`, category });
      await anOrderOf({ ...service, client: () => other }, vendor.id);
    }
    const { rows } = await service
      .client({ form, token: stranger.token.token })
      .get('/reports/spending', 200, { group_by: 'category' });
    const named = rows.map((row: Loose) => [row.key, row.name]) as [string, string | null][];
    expect(new Map(named)).toEqual(
      new Map<string, string | null>([
        ['none', null],
        [':none', 'none'],
        ['::none', ':none'],
      ]),
    );
    expect(rows).toHaveLength(3);
  });

  it('add up different spellings of a category under the most frequent one', async () => {
    const stranger = await service.newTenant();
    const other = service.client({ token: stranger.token.token });
    for (const category of ['Matériel', 'materiel', 'materiel', 'مكتبة', 'مكتبه', 'Paper']) {
      const vendor = await aVendor(other, { name: 'Vendor', category });
      await anOrderOf({ ...service, client: () => other }, vendor.id);
    }
    const { rows } = await service
      .client({ form, token: stranger.token.token })
      .get('/reports/spending', 200, { group_by: 'category' });
    const counted = rows.map((row: Loose) => [row.name, row.po_count, row.share_pct]) as [string, number, number][];
    expect(counted).toEqual([
      ['materiel', 3, 50],
      ['مكتبة', 2, 33.33],
      ['Paper', 1, 16.67],
    ]);
  });

  it('count every status, pending approvals and overdue deliveries in po-status', async () => {
    const { rows, totals, summary } = await report('po-status');
    const sar = Object.fromEntries(
      rows.filter(({ currency }) => currency === 'SAR').map((row) => [row['status'], row['count']]),
    );
    expect(sar).toEqual({ draft: 1, pending_approval: 1, approved: 1, rejected: 0, completed: 1, cancelled: 0 });
    expect(totals).toMatchObject([
      { currency: 'SAR', count: 4 },
      { currency: 'USD', count: 1 },
    ]);
    expect(summary).toEqual({
      average_hours_to_approval: 0,
      pending: { count: 1, over_3_days: 1, over_7_days: 1, over_14_days: 0 },
      overdue_deliveries: 1,
    });
  });

  it('show match rates and the reasons of exceptions in invoice-matching', async () => {
    const { rows, summary } = await report('invoice-matching');
    expect(rows.map((row) => [row['match_status'], row['count'], row['average_po_variance_pct']])).toEqual([
      ['full_match', 1, 0],
      ['partial_match', 0, null],
      ['mismatch', 1, 10],
      ['pending_grn', 0, null],
    ]);
    expect(summary).toMatchObject({
      matched_count: 2,
      full_match_rate_pct: 50,
      overridden_count: 0,
      exception_count: 1,
      exceptions: [
        {
          match_status: 'mismatch',
          vendor: { id: stationery.id },
          reasons: [{ code: 'PRICE_OVER', message: expect.any(String) }, { code: 'NOT_RECEIVED' }],
        },
      ],
    });
  });

  it('list one row per vendor in pages with a summary in vendor-performance', async () => {
    const { rows, summary, pagination } = (await report('vendor-performance', {
      per_page: '1',
      sort: 'id',
      order: 'asc',
    })) as Loose;
    expect(pagination).toEqual({ current_page: 1, last_page: 2, per_page: 1, total: 2 });
    expect(rows).toMatchObject([
      {
        vendor_id: furniture.id,
        on_time_percentage: 100,
        quality_score: 100,
        competitiveness: 'competitive',
        responsiveness_score: 100,
        overall_score: 100,
        performance_score: 100,
        total_orders: 1,
        total_spend: 1150,
      },
    ]);
    expect(summary).toMatchObject({ vendor_count: 2, on_time_percentage: 50 });
    const { rows: filtered } = await report('vendor-performance', { category: '+Stationery' });
    expect(filtered).toMatchObject([{ vendor_id: stationery.id, delivery_score: 0, total_orders: 2 }]);
  });

  it('are exported as CSV with escaped formulas and unchanged numbers', async () => {
    const { status, headers, text } = await csv('spending', { group_by: 'vendor' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="spending-2026-01-01-2026-04-18.csv"');
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('key,id,name,currency,po_count,po_total,invoice_count,invoiced_total,paid_total,share_pct');
    expect(lines[1]).toBe(`${furniture.id},${furniture.id},"'=HYPERLINK(""http://evil"")",SAR,1,1150,1,1150,400,83.33`);
    expect(lines.at(-1)).toBe('');
    const byCategory = (await csv('spending', { group_by: 'category' })).text;
    expect(byCategory).toContain(`'+Stationery,,'+Stationery,SAR,1,230,0,0,0,16.67`);
  });

  it.each([
    ['po-status', 'status,currency,count,total_amount', 13],
    ['invoice-matching', 'match_status,currency,count,total,average_po_variance_pct,average_gr_variance_pct', 5],
    ['vendor-performance', 'vendor_id,name,category,status,performance_score', 3],
  ])('export %s as CSV too', async (name, header, lines) => {
    const { status, text } = await csv(name, name === 'vendor-performance' ? { per_page: '1' } : {});
    expect(status).toBe(200);
    expect(text.startsWith(header)).toBe(true);
    expect(text.trimEnd().split('\r\n')).toHaveLength(lines);
  });

  it.each([
    ['spending', { group_by: 'colour' }, 'group_by'],
    ['spending', { from_date: '2026-03-02', to_date: '2026-03-01' }, 'to_date'],
    ['po-status', { from_date: '2010-01-01', to_date: '2026-01-01' }, 'to_date'],
    ['po-status', { from_date: '1926-01-01', to_date: '2026-01-01' }, 'from_date'],
    ['invoice-matching', { from_date: '2026-02-30' }, 'from_date'],
    ['vendor-performance', { per_page: '101' }, 'per_page'],
    ['spending', { departement: '1' }, 'departement'],
    ['spending', { group_by: 'vendor', limit: '0' }, 'limit'],
    ['spending', { group_by: 'vendor', limit: '1001' }, 'limit'],
  ])('return 400 from %s for the query %j', async (name, query, field) => {
    const { status, body } = await client().raw('GET', `/reports/${name}`, undefined, { query });
    expect(status).toBe(400);
    expect(body.error.code).toBe('BAD_REQUEST');
    expect(Object.keys(form === 'a' ? body.error.details : body.errors)).toEqual([field]);
  });

  it('require the ability read and show nothing of another tenant', async () => {
    const writer = await service.mint(['write']);
    await service.client({ form, token: writer }).call('GET', '/reports/spending', 403);
    const stranger = await service.newTenant();
    const other = service.client({ form, token: stranger.token.token });
    expect((await other.get('/reports/spending', 200)).totals).toEqual([]);
    expect((await other.get('/reports/vendor-performance', 200)).rows).toEqual([]);
  });

  it('change with a deleted draft and a cancelled order', async () => {
    const admin = service.client();
    const counted = async () => {
      const { rows } = await report('po-status', { from_date: '2026-04-18' });
      return Object.fromEntries(rows.map((row) => [row['status'], row['count']]));
    };
    const before = await counted();
    const draft = await aDraft(admin, stationery.id);
    expect(await counted()).toMatchObject({ draft: (before['draft'] as number) + 1 });
    await admin.delete(`/purchase-orders/${draft.id}`);
    expect(await counted()).toEqual(before);
    const order = await anOrderOf(service, stationery.id);
    await admin.post(`/purchase-orders/${order.id}/cancel`, { reason: 'No need' }, 200);
    expect(await counted()).toEqual({ ...before, cancelled: (before['cancelled'] as number) + 1 });
    const { totals } = await report('spending', { from_date: '2026-04-18' });
    expect(totals).toEqual([]);
    const [left] = await asOwner<{ rows: string }>(
      service,
      'SELECT count(*) AS rows FROM purchase_orders WHERE tenant_id = $1',
      [service.tenant.tenant.id],
    );
    expect(Number(left?.rows)).toBeGreaterThan(0);
  });

  describe('for a new tenant', () => {
    let own: Service;
    let vendorId: number;
    const ofOwn = (name: string): Promise<Reply> => own.client({ form }).get(`/reports/${name}`);

    beforeAll(async () => {
      const { token } = (await service.newTenant()).token;
      own = { ...service, client: (options) => service.client({ token, ...options }) };
      vendorId = (await aVendor(own.client())).id;
    });

    it('count a draft in the rows of invoice-matching but not in its match rate', async () => {
      const order = await anOrderOf(own, vendorId);
      await receive(own.client(), order, [10]);
      await approved(own.client(), order, [{ quantity: 5 }]);
      const before = await ofOwn('invoice-matching');
      expect(before.summary).toMatchObject({ matched_count: 1, full_match_rate_pct: 100 });
      const draft = await enter(own.client(), order, [{ quantity: 5 }]);
      const { rows, summary } = await ofOwn('invoice-matching');
      const drafted = rows.find((row) => row['match_status'] === draft.match_status);
      expect(drafted).toMatchObject({ count: 1 });
      expect(summary).toEqual(before.summary);
    });

    it('show nothing as overdue on its due date', async () => {
      clock.set('2026-04-18T00:00:00.000Z');
      const order = await anOrderOf(own, vendorId, [{}], { expected_delivery_date: '2026-04-18' });
      const dates = { invoice_date: '2026-04-01', due_date: '2026-04-18' };
      const bill = await enter(own.client(), order, undefined, dates);
      await own.client().post(`/invoices/${bill.id}/submit`, undefined, 200);
      const seen = async (): Promise<unknown[]> => {
        const { payment_status: status } = await own.client({ form }).get(`/invoices/${bill.id}`);
        return [(await ofOwn('po-status')).summary['overdue_deliveries'], status];
      };
      expect(await seen()).toEqual([0, 'unpaid']);
      clock.set('2026-04-18T23:59:59.999Z');
      expect(await seen()).toEqual([0, 'unpaid']);
      clock.set('2026-04-19T00:00:00.000Z');
      expect(await seen()).toEqual([1, 'overdue']);
    });
  });
});
