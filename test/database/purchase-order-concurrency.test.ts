import { Service, startApp } from '../support/app';
import type { Loose } from '../support/client';
import { aDraft, asOwner, aSubmitted, aVendor, Colleague, colleague, PAPER } from '../support/purchase-orders';

async function tally(calls: Promise<{ status: number }>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const CREATED_AND_SUBMITTED = ['purchase_order.created', 'purchase_order.submitted'];

describe('Orders under concurrency', () => {
  let service: Service;
  let vendorId: number;
  let officers: Colleague[];

  beforeAll(async () => {
    service = await startApp();
    vendorId = (await aVendor(admin())).id;
    officers = await Promise.all([1, 2, 3].map(() => colleague(service, 'procurement_officer')));
  });
  afterAll(async () => service.stop());

  const admin = () => service.client();
  const post = (client: { raw: Loose }, path: string, body: object = {}) =>
    client.raw('POST', path, JSON.stringify(body));
  const times = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const actions = async (id: number): Promise<string[]> =>
    (await admin().get(`/purchase-orders/${id}`)).audit_trail.map(({ action }: { action: string }) => action);
  const events = async (id: number): Promise<string[]> =>
    (
      await asOwner<{ name: string }>(
        service,
        `SELECT name FROM events WHERE (body::jsonb #>> '{data,purchase_order_id}')::bigint = $1 ORDER BY id`,
        [id],
      )
    ).map(({ name }) => name);

  it('accept one of 30 simultaneous approvals', async () => {
    const { id } = await aSubmitted(admin(), vendorId);
    expect(await tally(times(30, () => post(admin(), `/purchase-orders/${id}/approve`)))).toEqual({ 200: 1, 422: 29 });
    expect(await actions(id)).toEqual(['created', 'submitted', 'approved']);
    expect(await events(id)).toEqual(CREATED_AND_SUBMITTED.concat('purchase_order.approved'));
  });

  it('accept one decision per step from several simultaneous approvers', async () => {
    await admin().put(
      '/approval-workflows/purchase-orders',
      { rules: [{ steps: times(3, () => ({ role: 'procurement_officer' })) }] },
      200,
    );
    const { id } = await aSubmitted(admin(), vendorId);
    for (const step of [1, 2, 3]) {
      const calls = officers.flatMap(({ client }) =>
        times(5, () => post(client, `/purchase-orders/${id}/approve`, { step })),
      );
      expect(await tally(calls)).toEqual({ 200: 1, 422: 14 });
    }
    const order = await admin().get(`/purchase-orders/${id}`);
    expect(order).toMatchObject({ status: 'approved', approvals: [{ step: 1 }, { step: 2 }, { step: 3 }] });
    await admin().put(
      '/approval-workflows/purchase-orders',
      { rules: [{ steps: [{ role: 'department_head' }] }] },
      200,
    );
  });

  it('never accept both an approval and a rejection', async () => {
    const orders = await Promise.all(times(8, () => aSubmitted(admin(), vendorId)));
    for (const { id } of orders) {
      const calls = times(6, (index) =>
        index % 2
          ? post(admin(), `/purchase-orders/${id}/approve`)
          : post(admin(), `/purchase-orders/${id}/reject`, { reason: 'no' }),
      );
      expect(await tally(calls)).toEqual({ 200: 1, 422: 5 });
      const { status, approvals } = await admin().get(`/purchase-orders/${id}`);
      expect(approvals).toMatchObject([{ status }]);
      expect(await events(id)).toEqual(CREATED_AND_SUBMITTED.concat(`purchase_order.${status}`));
    }
  });

  it('end in one consistent state after a simultaneous approval and cancellation', async () => {
    const orders = await Promise.all(times(8, () => aSubmitted(admin(), vendorId)));
    for (const { id } of orders) {
      await Promise.all([
        post(admin(), `/purchase-orders/${id}/approve`),
        post(admin(), `/purchase-orders/${id}/cancel`, { reason: 'no' }),
      ]);
      // An approved order may still be cancelled; a cancelled one may not be approved.
      const order = await admin().get(`/purchase-orders/${id}`);
      expect(order.status).toBe('cancelled');
      const approved = order.approved_at !== null;
      expect(order.approvals).toMatchObject([{ status: approved ? 'approved' : 'skipped' }]);
      expect(await events(id)).toEqual([
        ...CREATED_AND_SUBMITTED,
        ...(approved ? ['purchase_order.approved'] : []),
        'purchase_order.cancelled',
      ]);
    }
  });

  it('are submitted once by many simultaneous requests', async () => {
    const draft = await aDraft(admin(), vendorId);
    expect(await tally(times(20, () => post(admin(), `/purchase-orders/${draft.id}/submit`)))).toEqual({
      200: 1,
      422: 19,
    });
    expect((await admin().get(`/purchase-orders/${draft.id}`)).approvals).toHaveLength(1);
  });

  it('contain both of two simultaneous edits, or one of two with the same If-Match', async () => {
    const draft = await aDraft(admin(), vendorId);
    const path = `/purchase-orders/${draft.id}`;
    const put = (body: object, headers = {}) => admin().raw('PUT', path, JSON.stringify(body), { headers });
    const lines = times(10, (index) => put({ items: [{ ...PAPER, description: `Line ${index}` }] }));
    expect(await tally(lines)).toEqual({ 200: 10 });
    const order = await admin().get(path);
    expect(order.items.map(({ line_number }: Loose) => line_number)).toEqual(times(11, (index) => index + 1));
    expect(order.total_amount).toBe(3225.75);
    const etag = (await admin().call('GET', path, 200)).headers.get('etag') ?? '';
    const racing = times(6, (index) => put({ notes: `Edit ${index}` }, { 'if-match': etag }));
    expect(await tally(racing)).toEqual({ 200: 1, 412: 5 });
  });

  it('have the right total after simultaneous additions and removals of lines', async () => {
    const draft = await aDraft(admin(), vendorId, { items: times(10, () => ({ ...PAPER, vat_rate: 0 })) });
    const path = `/purchase-orders/${draft.id}/items`;
    await Promise.all([
      ...draft.items.slice(0, 5).map(({ id }: Loose) => admin().delete(`${path}/${id}`)),
      ...times(5, () => admin().post(path, { description: 'x', quantity: 1, unit_price: 1 }, 201)),
    ]);
    expect(await admin().get(`/purchase-orders/${draft.id}`)).toMatchObject({ total_amount: 5 * 255 + 5 });
  });

  it('get different, increasing numbers in 200 simultaneous creations', async () => {
    const body = { vendor_id: vendorId, items: [PAPER, PAPER, PAPER] };
    const created: Loose[] = [];
    for (let round = 0; round < 4; round++) {
      created.push(...(await Promise.all(times(50, () => admin().post('/purchase-orders', body, 201)))));
    }
    const numbers = created.map(({ po_number }) => po_number);
    expect(new Set(numbers).size).toBe(200);
    for (const { items, subtotal } of created) expect([items.length, subtotal]).toEqual([3, 765]);
    const first = numbers.slice(0, 50).sort().at(-1);
    const later = numbers.slice(50).sort()[0];
    expect(first < later).toBe(true);
  });

  it('accept one amendment at a time', async () => {
    const { id } = await aSubmitted(admin(), vendorId);
    const order = await admin().post(`/purchase-orders/${id}/approve`, {}, 200);
    const raise = { reason: 'More', items: [{ id: order.items[0].id, quantity: 99 }] };
    expect(await tally(times(10, () => post(admin(), `/purchase-orders/${id}/amendments`, raise)))).toEqual({
      201: 1,
      422: 9,
    });
    const [amendment] = await admin().get(`/purchase-orders/${id}/amendments`);
    const path = `/purchase-orders/${id}/amendments/${amendment.id}`;
    expect(await tally(times(10, () => post(admin(), `${path}/approve`)))).toEqual({ 200: 1, 422: 9 });
    expect(await admin().get(`/purchase-orders/${id}`)).toMatchObject({ version: 2 });
  });
});
