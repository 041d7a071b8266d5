import { type Service, startApp, storyClock } from '../support/app';
import type { Reply } from '../support/client';
import { anOrder, approved, receive } from '../support/invoices';
import { aDraft, anApproved, aVendor, settings } from '../support/purchase-orders';

describe.each(['a', 'b'] as const)('goods receipts, Form %s', (form) => {
  let service: Service;
  const clock = storyClock();

  beforeAll(async () => {
    service = await startApp({ clock });
  });
  afterAll(async () => service.stop());
  beforeEach(async () => settings(service, { over_receipt_pct: 0, matching_policy: 'auto' }));

  const client = () => service.client({ form });
  const code = ({ body }: Reply): string => body.error.code;
  const fields = ({ body }: Reply): string[] => Object.keys(form === 'a' ? body.error.details : body.errors);
  const post = (order: { id: number }, body: object, status: number) =>
    client().call('POST', `/purchase-orders/${order.id}/goods-receipts`, status, body);

  it('are posted with their lines and read back unchanged', async () => {
    const order = await anOrder(service, [{ description: 'Desk' }, { description: 'Chair' }]);
    const [desk, chair] = order.items;
    const { body } = await post(
      order,
      {
        received_at: '2026-03-09T15:30:00+03:00',
        delivery_note_number: ' DN-77 ',
        notes: 'Two boxes were wet.',
        lines: [
          { item_id: chair?.id, quantity_received: 4 },
          { item_id: desk?.id, quantity_received: 10, quantity_rejected: 2, rejection_reason: 'wet' },
        ],
      },
      201,
    );
    expect(body.data).toMatchObject({
      gr_number: expect.stringMatching(/^GR-2026-\d{6}$/),
      status: 'posted',
      purchase_order: { id: order.id, status: 'approved' },
      vendor: { id: order.vendorId },
      received_at: '2026-03-09T12:30:00.000Z',
      delivery_note_number: 'DN-77',
      notes: 'Two boxes were wet.',
      created_by: { name: 'Olivia Owner' },
      created_at: '2026-03-10T09:00:00.000Z',
      returns: [],
      cancelled_at: null,
    });
    expect(body.data.lines).toMatchObject([
      {
        item_id: desk?.id,
        line_number: 1,
        description: 'Desk',
        quantity_received: 10,
        quantity_rejected: 2,
        quantity_accepted: 8,
      },
      { item_id: chair?.id, line_number: 2, quantity_received: 4, quantity_rejected: 0, quantity_accepted: 4 },
    ]);
    expect(await client().get(`/goods-receipts/${body.data.id}`)).toEqual(body.data);
  });

  it('are received now if the request has no time', async () => {
    const order = await anOrder(service);
    expect((await receive(client(), order, [1])).received_at).toBe('2026-03-10T09:00:00.000Z');
  });

  it('are listed for all orders and for one, with filters', async () => {
    const order = await anOrder(service);
    const [first, second] = [await receive(client(), order, [1]), await receive(client(), order, [2])];
    await client().post(`/goods-receipts/${first.id}/cancel`, { reason: 'posted twice' }, 200);
    const ids = async (path: string, query: object) =>
      (await client().get<{ id: number }[]>(path, 200, { sort: 'id', order: 'asc', ...query })).map(({ id }) => id);
    const ofOrder = `/purchase-orders/${order.id}/goods-receipts`;
    expect(await ids(ofOrder, {})).toEqual([first.id, second.id]);
    expect(await ids(ofOrder, { status: 'posted' })).toEqual([second.id]);
    expect(await ids('/goods-receipts', { po_id: order.id })).toEqual([first.id, second.id]);
    expect(await ids('/goods-receipts', { purchase_order_id: order.id, per_page: 1, page: 2 })).toEqual([second.id]);
    expect(await ids('/goods-receipts', { vendor_id: order.vendorId, status: 'cancelled' })).toEqual([first.id]);
    expect(await ids('/goods-receipts', { search: first.gr_number.toLowerCase() })).toEqual([first.id]);
    expect(await ids('/goods-receipts', { po_id: order.id, from_date: '2026-03-11' })).toEqual([]);
    expect(await ids('/goods-receipts', { po_id: order.id, to_date: '2026-03-10' })).toHaveLength(2);
    expect(await ids('/goods-receipts', { po_id: 999_999 })).toEqual([]);
    await client().get('/purchase-orders/999999/goods-receipts', 404);
    await client().get('/goods-receipts', 400, { supplier: 1 });
  });

  it('return OVER_RECEIPT above the open quantity, unless the tenant allows a tolerance', async () => {
    const order = await anOrder(service, [{ quantity: 100 }]);
    await receive(client(), order, [99]);
    const refused = await post(order, { lines: [{ item_id: order.items[0]?.id, quantity_received: 2 }] }, 422);
    expect(code(refused)).toBe('OVER_RECEIPT');
    expect(refused.body.error.details.lines).toEqual([
      {
        item_id: order.items[0]?.id,
        line: 1,
        ordered: '100',
        accepted: '99',
        received: '2',
        limit: '100',
        over_receipt_pct: '0',
      },
    ]);
    await settings(service, { over_receipt_pct: 1 });
    expect(await receive(client(), order, [2])).toMatchObject({ status: 'posted' });
  });

  it('return the over-receipt error in Arabic with its quantities', async () => {
    const order = await anOrder(service);
    const { body, headers } = await client().call(
      'POST',
      `/purchase-orders/${order.id}/goods-receipts`,
      422,
      { lines: [{ item_id: order.items[0]?.id, quantity_received: 11 }] },
      { headers: { 'accept-language': 'ar' } },
    );
    expect(headers.get('content-language')).toBe('ar');
    expect(body.error.message).toMatch(/البند 1.*11.*10/);
  });

  it('name the fields of invalid lines and change nothing', async () => {
    const [order, other] = [await anOrder(service), await anOrder(service)];
    const item_id = order.items[0]?.id;
    const bad: [object, string[]][] = [
      [{ lines: [] }, ['lines']],
      [{}, ['lines']],
      [{ lines: [{ item_id, quantity_received: 0 }] }, ['lines.0.quantity_received']],
      [{ lines: [{ item_id, quantity_received: 1e7 }] }, ['lines.0.quantity_received']],
      [{ lines: [{ item_id, quantity_received: 1.00001 }] }, ['lines.0.quantity_received']],
      [{ lines: [{ item_id, quantity_received: '1' }] }, ['lines.0.quantity_received']],
      [{ lines: [{ item_id, quantity_received: 1, quantity_rejected: 1.5 }] }, ['lines.0.quantity_rejected']],
      [{ lines: [{ item_id, quantity_received: 1, quantity_rejected: -1 }] }, ['lines.0.quantity_rejected']],
      [
        {
          lines: [
            { item_id, quantity_received: 1 },
            { item_id, quantity_received: 1 },
          ],
        },
        ['lines.1.item_id'],
      ],
      [{ lines: [{ item_id: other.items[0]?.id, quantity_received: 1 }] }, ['lines.0.item_id']],
      [{ lines: [{ item_id, quantity: 1 }] }, ['lines.0.quantity', 'lines.0.quantity_received']],
      [{ lines: [{ item_id, quantity_received: 1 }], received_at: '2025-02-30T10:00:00Z' }, ['received_at']],
    ];
    for (const [body, expected] of bad) {
      const refused = await post(order, body, 422);
      expect([code(refused), fields(refused).sort()]).toEqual(['VALIDATION_ERROR', expected]);
    }
    expect(await client().get(`/purchase-orders/${order.id}/goods-receipts`)).toEqual([]);
  });

  it('are accepted only for approved and completed orders', async () => {
    const vendor = await aVendor(service.client());
    const draft = await aDraft(service.client(), vendor.id);
    const lines = [{ item_id: draft.items[0].id, quantity_received: 1 }];
    expect(code(await post(draft, { lines }, 422))).toBe('INVALID_STATUS');
    const cancelled = await anApproved(service.client(), vendor.id);
    await service.client().post(`/purchase-orders/${cancelled.id}/cancel`, { reason: 'no need' }, 200);
    expect(
      code(await post(cancelled, { lines: [{ item_id: cancelled.items[0].id, quantity_received: 1 }] }, 422)),
    ).toBe('INVALID_STATUS');
    await post({ id: 999_999 }, { lines }, 404);
  });

  it('are cancelled once, with a reason, and reset the received quantity', async () => {
    const order = await anOrder(service);
    const { id } = await receive(client(), order, [10]);
    const received = async () =>
      (await service.client().get(`/purchase-orders/${order.id}`)).items[0].received_quantity;
    expect(await received()).toBe(10);
    await client().post(`/goods-receipts/${id}/cancel`, {}, 422);
    const cancelled = await client().post(`/goods-receipts/${id}/cancel`, { reason: 'wrong order' }, 200);
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'wrong order',
      cancelled_at: '2026-03-10T09:00:00.000Z',
      cancelled_by: { name: 'Olivia Owner' },
      lines: [{ quantity_received: 10, quantity_accepted: 0 }],
    });
    expect(await received()).toBe(0);
    expect(code(await client().call('POST', `/goods-receipts/${id}/cancel`, 422, { reason: 'again' }))).toBe(
      'INVALID_STATUS',
    );
    const back = { lines: [{ item_id: order.items[0]?.id, quantity: 1 }], reason: 'broken' };
    expect(code(await client().call('POST', `/goods-receipts/${id}/returns`, 422, back))).toBe('INVALID_STATUS');
  });

  it('cannot be cancelled if approved invoices rely on them', async () => {
    const order = await anOrder(service);
    const [five, three] = [await receive(client(), order, [5]), await receive(client(), order, [3])];
    await approved(service.client(), order, [{ quantity: 4 }]);
    expect(code(await client().call('POST', `/goods-receipts/${five.id}/cancel`, 422, { reason: 'oops' }))).toBe(
      'RECEIPT_INVOICED',
    );
    await client().post(`/goods-receipts/${three.id}/cancel`, { reason: 'oops' }, 200);
  });

  it('accept returns up to the accepted quantity, and receipts of replacements', async () => {
    const order = await anOrder(service);
    const item_id = order.items[0]?.id;
    const { body } = await post(order, { lines: [{ item_id, quantity_received: 10, quantity_rejected: 1 }] }, 201);
    const path = `/goods-receipts/${body.data.id}`;
    const give = (quantity: number, status: number) =>
      client().call('POST', `${path}/returns`, status, { lines: [{ item_id, quantity }], reason: 'broken' });
    expect(fields(await give(9.5, 422))).toEqual(['lines.0.quantity']);
    const { body: given } = await give(4, 201);
    expect(given.data).toMatchObject({
      id: expect.any(Number),
      reason: 'broken',
      lines: [{ item_id, quantity: 4 }],
      goods_receipt: { id: body.data.id, status: 'posted' },
    });
    await give(5.5, 422);
    await give(5, 201);
    expect((await client().get(path)).lines).toMatchObject([{ quantity_returned: 9, quantity_accepted: 0 }]);
    expect((await client().get(path)).returns).toHaveLength(2);
    await receive(client(), order, [10]);
    await receive(client(), order, [1], 422);
  });

  it('change their version with a return, so an outdated document deletion gets 412', async () => {
    const order = await anOrder(service);
    const path = `/goods-receipts/${(await receive(client(), order, [2])).id}`;
    const note = await client().post(`${path}/documents/links`, { name: 'Note', url: 'https://files.example/n' }, 201);
    const { headers } = await client().call('GET', path, 200);
    const seen = { headers: { 'if-match': headers.get('etag') ?? '' } };
    const lines = [{ item_id: order.items[0]?.id, quantity: 1 }];
    await client().post(`${path}/returns`, { lines, reason: 'broken' }, 201);
    await client().call('DELETE', `${path}/documents/${note.id}`, 412, undefined, seen);
  });

  it('return 404 for another tenant and require the ability of each operation', async () => {
    const order = await anOrder(service);
    const { id } = await receive(client(), order, [1]);
    const stranger = service.client({ form, token: (await service.newTenant()).token.token });
    await stranger.get(`/goods-receipts/${id}`, 404);
    await stranger.post(`/goods-receipts/${id}/cancel`, { reason: 'x' }, 404);
    await stranger.post(`/goods-receipts/${id}/returns`, { lines: [{ item_id: 1, quantity: 1 }], reason: 'x' }, 404);
    await stranger.get(`/purchase-orders/${order.id}/goods-receipts`, 404);
    expect(await stranger.get('/goods-receipts')).toEqual([]);
    const reader = service.client({ form, token: await service.mint(['read']) });
    await reader.get(`/goods-receipts/${id}`);
    await reader.post(`/goods-receipts/${id}/cancel`, { reason: 'x' }, 403);
    await receive(reader, order, [1], 403);
  });
});
