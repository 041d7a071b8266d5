import { type Service, startApp, storyClock } from '../../support/app';
import type { Reply } from '../../support/client';
import { anOrder, aNumber, enter, LINES, receive } from '../../support/invoices';
import { aVendor, settings } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

describe.each(ONE_FORM)('An invoice of a blocked vendor, in Form %s', (form) => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock() });
    await settings(service, { matching_policy: 'two_way' });
  });
  afterAll(() => service.stop());

  const client = () => service.client({ form });
  const code = ({ body }: Reply): string => body.error.code;
  const act = (id: number, what: string, status: number, body: object = {}) =>
    client().call('POST', `/invoices/${id}/${what}`, status, body);
  const block = (id: number) => service.client().post(`/vendors/${id}/block`, { reason: 'Dispute' }, 200);
  const unblock = (id: number) => service.client().post(`/vendors/${id}/unblock`, {}, 200);
  const statusOf = async (id: number): Promise<string> => (await client().get(`/invoices/${id}`)).status;

  it('can be recorded with a warning, but neither approved nor paid', async () => {
    const order = await anOrder(service);
    await block(order.vendorId);
    const invoice = await enter(client(), order);
    expect(invoice).toMatchObject({ status: 'draft', warnings: [{ code: 'VENDOR_BLOCKED' }] });
    expect(code(await act(invoice.id, 'approve', 422))).toBe('VENDOR_BLOCKED');
    await act(invoice.id, 'submit', 200);
    expect(await client().get(`/invoices/${invoice.id}`)).toMatchObject({
      status: 'submitted',
      match_status: 'full_match',
    });
    const [exception] = await client().get('/invoices/exceptions', 200, { vendor_id: order.vendorId });
    expect(exception).toMatchObject({ vendor_blocked: true, next_step: { code: 'unblock_vendor' } });
    expect(code(await act(invoice.id, 'approve', 422))).toBe('VENDOR_BLOCKED');
    await unblock(order.vendorId);
    await act(invoice.id, 'approve', 200);
    await block(order.vendorId);
    expect(code(await act(invoice.id, 'payments', 422, { amount: 1 }))).toBe('VENDOR_BLOCKED');
    await unblock(order.vendorId);
    await act(invoice.id, 'payments', 201, { amount: 1150 });
  });

  it('can be recorded without an order too, and rejected', async () => {
    const { id: vendor_id } = await aVendor(service.client());
    await block(vendor_id);
    const body = { vendor_id, invoice_number: aNumber(), invoice_date: '2026-03-01' };
    const lines = { [LINES[form]]: [{ description: 'Advice', quantity: 1, unit_price: 10 }] };
    const { id } = await client().post('/invoices', { ...body, ...lines }, 201);
    await act(id, 'submit', 200);
    expect(await statusOf(id)).toBe('submitted');
    await act(id, 'reject', 200, { reason: 'Not ours' });
  });

  it('returns from pending to submitted when a receipt matches it again', async () => {
    const order = await anOrder(service);
    const { id } = await enter(client(), order);
    await act(id, 'submit', 200);
    expect(await statusOf(id)).toBe('pending');
    await block(order.vendorId);
    await settings(service, { matching_policy: 'auto' });
    await receive(service.client(), order, [10]);
    expect(await statusOf(id)).toBe('submitted');
    await settings(service, { matching_policy: 'two_way' });
  });

  it('is approved only by an administrator’s override with comments, and not paid before the vendor is unblocked', async () => {
    const order = await anOrder(service);
    await block(order.vendorId);
    const { id } = await enter(client(), order);
    expect(Object.keys((await act(id, 'approve', 422, { override: true })).body.error.details)).toEqual(['comments']);
    const token = await service.mint(['read', 'approve']);
    const body = { override: true, comments: 'Court order' };
    await service.client({ form, token }).call('POST', `/invoices/${id}/approve`, 403, body);
    expect((await act(id, 'approve', 200, body)).body.data).toMatchObject({ status: 'approved', overridden: true });
    const pay = (status: number) => act(id, 'payments', status, { amount: 1 });
    expect(code(await pay(422))).toBe('VENDOR_BLOCKED');
    await unblock(order.vendorId);
    await pay(201);
  });
});
