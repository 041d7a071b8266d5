import { Service, startApp, storyClock } from '../support/app';
import type { Loose } from '../support/client';
import { aDraft, anApproved, approveAll, aSubmitted, asOwner, aVendor, colleague } from '../support/purchase-orders';
import { ONE_FORM } from '../support/sampled';

describe('lists of purchase orders', () => {
  let service: Service;
  const clock = storyClock('2026-03-01T12:00:00.000Z');
  const orders: Record<string, Loose> = {};
  const vendors: Record<string, Loose> = {};

  beforeAll(async () => {
    service = await startApp({ clock });
    const admin = service.client();
    vendors['najd'] = await aVendor(admin, { name: 'Najd Stationery', name_ar: 'قرطاسية نجد' });
    vendors['gulf'] = await aVendor(admin, { name: 'Gulf Steel' });
    const priced = (unit_price: number, description = 'Thing') => ({
      items: [{ description, quantity: 1, unit_price }],
    });
    const on = (day: string) => clock.set(`${day}T12:00:00.000Z`);
    orders['draft'] = await aDraft(admin, vendors['najd'].id, {
      ...priced(100, 'Copper pipe 100%_sure'),
      notes: 'Ring the bell',
    });
    on('2026-03-02');
    orders['pending'] = await aSubmitted(admin, vendors['gulf'].id, priced(200));
    on('2026-03-03');
    orders['approved'] = await anApproved(admin, vendors['gulf'].id, priced(300));
    on('2026-03-04');
    orders['rejected'] = await aSubmitted(admin, vendors['najd'].id, { ...priced(400), expense_type: 'CAPEX' });
    await admin.post(`/purchase-orders/${orders['rejected'].id}/reject`, { reason: 'no' }, 200);
    on('2026-03-05');
    orders['completed'] = await anApproved(admin, vendors['najd'].id, priced(500));
    await admin.post(`/purchase-orders/${orders['completed'].id}/close`, { reason: 'enough' }, 200);
    on('2026-03-06');
    orders['cancelled'] = await aSubmitted(admin, vendors['najd'].id, {
      ...priced(600),
      notes: '=HYPERLINK("http://x")',
    });
    await admin.post(`/purchase-orders/${orders['cancelled'].id}/cancel`, { reason: 'no' }, 200);
    const stranger = service.client({ token: (await service.newTenant()).token.token });
    await aDraft(stranger, (await aVendor(stranger)).id);
  });
  afterAll(async () => service.stop());

  const name = (id: number) => Object.keys(orders).find((key) => orders[key].id === id) ?? String(id);
  const names = async (query: Record<string, string | number>, form: 'a' | 'b' = 'a'): Promise<string[]> =>
    (await service.client({ form }).get('/purchase-orders', 200, query)).map(({ id }: { id: number }) => name(id));
  const ALL = ['cancelled', 'completed', 'rejected', 'approved', 'pending', 'draft'];

  it('show each order with the fields of the specification, newest first', async () => {
    const a = await service.client().call('GET', '/purchase-orders', 200);
    expect(a.body.data.map(({ id }: Loose) => name(id))).toEqual(ALL);
    expect(a.body.meta).toEqual({ current_page: 1, last_page: 1, per_page: 15, total: 6 });
    expect(a.body.data[3]).toEqual({
      id: orders['approved'].id,
      po_number: orders['approved'].po_number,
      status: 'approved',
      vendor: { id: vendors['gulf'].id, name: 'Gulf Steel' },
      department: { id: expect.any(Number), name: 'General' },
      currency: 'SAR',
      subtotal: 300,
      vat_amount: 0,
      total_amount: 300,
      external_id: null,
      metadata: {},
      created_at: '2026-03-03T12:00:00.000Z',
      approved_at: '2026-03-03T12:00:00.000Z',
    });
    const b = await service.client({ form: 'b' }).call('GET', '/purchase-orders', 200);
    expect(b.body.data[0]).toEqual({
      id: orders['cancelled'].id,
      po_number: expect.any(String),
      vendor: { id: vendors['najd'].id, name: 'Najd Stationery' },
      department: { id: expect.any(Number), name: 'General' },
      total_inc_vat: 600,
      currency: 'SAR',
      status: 'cancelled',
      approval_status: 'pending',
      request_date: '2026-03-06',
      required_date: null,
      external_id: null,
      metadata: {},
      created_at: '2026-03-06T12:00:00.000Z',
    });
  });

  it('accept every filter of Form A', async () => {
    for (const status of ['draft', 'pending_approval', 'approved', 'rejected', 'completed', 'cancelled']) {
      expect(await names({ status })).toEqual([status === 'pending_approval' ? 'pending' : status]);
    }
    expect(await names({ vendor_id: vendors['gulf'].id })).toEqual(['approved', 'pending']);
    expect(await names({ vendor_id: 999_999 })).toEqual([]);
    expect(await names({ department_id: 999_999 })).toEqual([]);
    expect(await names({ created_from: '2026-03-05' })).toEqual(['cancelled', 'completed']);
    expect(await names({ created_to: '2026-03-02' })).toEqual(['pending', 'draft']);
    expect(await names({ created_from: '2026-03-03', created_to: '2026-03-03' })).toEqual(['approved']);
    expect(await names({ min_amount: 500 })).toEqual(['cancelled', 'completed']);
    expect(await names({ max_amount: 200 })).toEqual(['pending', 'draft']);
    expect(await names({ min_amount: 200.01, max_amount: 399.99, vendor_id: vendors['gulf'].id })).toEqual([
      'approved',
    ]);
    expect(await names({ expense_type: 'CAPEX' })).toEqual(['rejected']);
  });

  it('accept every filter of Form B', async () => {
    expect(await names({ status: 'approved' }, 'b')).toEqual(['completed', 'approved']);
    expect(await names({ status: 'pending' }, 'b')).toEqual(['pending']);
    expect(await names({ status: 'completed' }, 'b')).toEqual(['completed']);
    expect(await names({ approval_status: 'pending' }, 'b')).toEqual(['cancelled', 'pending']);
    expect(await names({ approval_status: 'approved' }, 'b')).toEqual(['completed', 'approved']);
    expect(await names({ approval_status: 'rejected' }, 'b')).toEqual(['rejected']);
    expect(await names({ from_date: '2026-03-02', to_date: '2026-03-03' }, 'b')).toEqual(['approved', 'pending']);
    expect(await names({ vendor_id: vendors['gulf'].id, status: 'pending' }, 'b')).toEqual(['pending']);
  });

  it('search number, vendor, notes and descriptions for the literal text', async () => {
    expect(await names({ search: orders['approved'].po_number.slice(-6) })).toEqual(['approved']);
    expect(await names({ search: 'gulf' })).toEqual(['approved', 'pending']);
    expect(await names({ search: 'قرطاسية' })).toEqual(['cancelled', 'completed', 'rejected', 'draft']);
    expect(await names({ search: 'BELL' })).toEqual(['draft']);
    expect(await names({ search: 'copper' })).toEqual(['draft']);
    expect(await names({ search: '100%_s' })).toEqual(['draft']);
    expect(await names({ search: '%' })).toEqual(['draft']);
    expect(await names({ search: '\\' })).toEqual([]);
    expect(await names({ search: "' OR 1=1 --" })).toEqual([]);
    expect(await names({ search: 'thing', status: 'approved' }, 'b')).toEqual(['completed', 'approved']);
  });

  it('sort by every field and page without overlap', async () => {
    expect(await names({ sort: 'total_amount', order: 'asc' })).toEqual([...ALL].reverse());
    expect(await names({ sort_by: 'po_number', sort_order: 'asc' })).toEqual([...ALL].reverse());
    expect(await names({ sort_by: 'total_inc_vat', sort_order: 'desc' }, 'b')).toEqual(ALL);
    expect((await names({ sort: 'vendor', order: 'asc' })).slice(0, 2)).toEqual(['pending', 'approved']);
    expect((await names({ sort: 'approved_at', order: 'asc' })).slice(0, 2)).toEqual(['approved', 'completed']);
    for (const sort of ['status', 'currency', 'department']) {
      const pages = [1, 2, 3].map((page) => names({ sort, per_page: 2, page }));
      expect((await Promise.all(pages)).flat().sort()).toEqual([...ALL].sort());
    }
    const second = await service
      .client()
      .call('GET', '/purchase-orders', 200, undefined, { query: { per_page: 4, page: 2, status: 'draft' } });
    expect(second.body).toMatchObject({ data: [], meta: { current_page: 2, last_page: 1, total: 1 } });
    expect(second.body.links.first).toContain('status=draft');
  });

  it('reject unknown parameters and values', async () => {
    for (const query of [
      { status: 'pending' },
      { sort: 'notes' },
      { colour: 'red' },
      { created_from: '2026-02-30' },
      { per_page: 101 },
      { vendor_id: 0 },
    ]) {
      const reply = await service.client().call('GET', '/purchase-orders', 400, undefined, { query: query });
      expect(Object.keys(reply.body.error.details)).toEqual(Object.keys(query));
    }
    await service.client({ form: 'b' }).get('/purchase-orders', 400, { status: 'pending_approval' });
  });

  it('are exported completely as CSV with escaped formulas', async () => {
    await asOwner(service, `UPDATE vendors SET name = '=cmd|calc' WHERE id = $1`, [vendors['gulf'].id]);
    const csv = async (query: Record<string, string | number>, form: 'a' | 'b' = 'a') =>
      service
        .client({ form })
        .call('GET', '/purchase-orders', 200, undefined, { query, headers: { accept: 'text/csv' } });
    const a = await csv({ per_page: 1 });
    expect(a.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(a.headers.get('content-disposition')).toBe('attachment; filename="purchase-orders.csv"');
    const lines = a.text.split('\r\n');
    expect(lines[0]).toBe(
      'id,po_number,status,vendor_id,vendor_name,department_id,department_name,currency,subtotal,vat_amount,total_amount,created_at,approved_at,external_id,metadata',
    );
    expect(lines).toHaveLength(8);
    expect(lines[4]).toContain(`,'=cmd|calc,`);
    expect(lines[4]).toMatch(/,300,0,300,2026-03-03T12:00:00.000Z,2026-03-03T12:00:00.000Z,,$/);
    const b = await csv({ status: 'rejected' }, 'b');
    expect(b.text.split('\r\n')[1]).toMatch(/,400,SAR,rejected,rejected,2026-03-04,,2026-03-04T12:00:00.000Z,,$/);
    const none = await csv({ status: 'draft', min_amount: 1e6 });
    expect(none.text).toBe(`${lines[0]}\r\n`);
    await service.client().call('GET', '/purchase-orders', 406, undefined, { headers: { accept: 'image/png' } });
  });

  it.each([
    ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
    ['application/json;charset=UTF-8;q=0.9, text/csv;header=present;q=0.1', 'application/json; charset=utf-8'],
    ['text/csv; charset=utf-8', 'text/csv; charset=utf-8'],
    ['application/json;profile="a,b;q=0"', 'application/json; charset=utf-8'],
    ['application/json;charset=utf-8;q=0, text/csv', 'text/csv; charset=utf-8'],
    ['*/*;charset=utf-8', 'application/json; charset=utf-8'],
  ])('answer Accept: %s with %s in both forms', async (accept, type) => {
    for (const form of ['a', 'b'] as const) {
      const headers = { accept };
      const reply = await service.client({ form }).call('GET', '/purchase-orders', 200, undefined, { headers });
      expect(reply.headers.get('content-type')).toBe(type);
    }
  });

  it('show the orders of a vendor, and return 404 for an unknown vendor', async () => {
    const path = `/vendors/${vendors['gulf'].id}/purchase-orders`;
    const listed = await service.client().get(path, 200, { status: 'approved' });
    expect(listed).toMatchObject([{ id: orders['approved'].id, total_amount: 300 }]);
    expect(await service.client({ form: 'b' }).get(path)).toMatchObject([
      { total_inc_vat: 300 },
      { total_inc_vat: 200 },
    ]);
    await service.client().get('/vendors/999999/purchase-orders', 404);
  });

  it.each(ONE_FORM)('are empty if vendor_id differs from the vendor in the path: Form %s', async (form) => {
    const client = service.client({ form });
    const { id } = vendors['gulf'];
    const path = `/vendors/${id}/purchase-orders`;
    expect(await client.get(path, 200, { vendor_id: id })).toHaveLength(2);
    for (const other of [id + 1, 999999]) {
      const { body } = await client.call('GET', path, 200, undefined, { query: { vendor_id: other } });
      expect(body).toMatchObject({ data: [], meta: { total: 0, last_page: 1, current_page: 1 } });
      await client.get('/vendors/999999/purchase-orders', 404, { vendor_id: other });
    }
  });

  it('show the approvers of a step, without a department head appointed after it opened', async () => {
    const late = await colleague(service, 'department_head', { departmentId: orders['pending'].department_id });
    const order = await service.client().get(`/purchase-orders/${orders['pending'].id}`);
    const names = order.pending_approvers.map(({ name }: Loose) => name);
    expect(names).toEqual(['Olivia Owner']);
    expect(names).not.toContain(late.name);
    expect(await approveAll(service.client(), orders['pending'].id)).toMatchObject({ status: 'approved' });
  });
});
