import { type Service, startApp, storyClock } from '../support/app';
import { anOrder, approved, linesOf, receive, submitted } from '../support/invoices';
import { ONE_FORM } from '../support/sampled';

describe.each(ONE_FORM)('An order received in two deliveries and billed in three invoices, in Form %s', (form) => {
  let service: Service;
  const clock = storyClock();

  beforeAll(async () => {
    service = await startApp({ clock });
  });
  afterAll(async () => service.stop());

  it('is paid and completed at the end', async () => {
    const admin = service.client({ form });
    const order = await anOrder(service, [{}, { quantity: 4, unit_price: 250 }]);
    const line = async (index: number) => linesOf(await admin.get(`/purchase-orders/${order.id}`))[index];

    // The first invoice arrives before any receipt, so it is matched two-way.
    const early = await submitted(admin, order, [{ item: 0, quantity: 6 }]);
    expect(early).toMatchObject({
      status: 'pending',
      match_status: 'full_match',
      match_summary: { policy: 'two_way' },
    });

    // Half of it arrives. From now on receipts count, and missing goods cannot be billed.
    await receive(admin, order, [5, 4]);
    expect(await admin.get(`/invoices/${early.id}`)).toMatchObject({
      status: 'submitted',
      match_status: 'partial_match',
      match_summary: { policy: 'three_way', gr_variance_pct: 20 },
    });
    await admin.post(`/invoices/${early.id}/approve`, {}, 422);

    const second = await approved(admin, order, [{ item: 1, quantity: 4 }]);
    expect(second).toMatchObject({ status: 'approved', total: 1150 });
    expect(await line(1)).toMatchObject({ received_quantity: 4, invoiced_quantity: 4 });

    // The rest arrives, and the first invoice becomes approvable automatically.
    await receive(admin, order, [5]);
    expect(await admin.get(`/invoices/${early.id}`)).toMatchObject({ status: 'pending', match_status: 'full_match' });
    await admin.post(`/invoices/${early.id}/approve`, {}, 200);
    expect(await admin.get(`/purchase-orders/${order.id}`)).toMatchObject({ status: 'approved' });

    const third = await approved(admin, order, [{ item: 0, quantity: 4 }]);
    expect(third.match_status).toBe('full_match');
    expect(await line(0)).toMatchObject({ received_quantity: 10, invoiced_quantity: 10 });
    expect(await admin.get(`/purchase-orders/${order.id}`)).toMatchObject({ status: 'completed' });

    for (const { id, total } of [await admin.get(`/invoices/${early.id}`), second, third]) {
      await admin.post(`/invoices/${id}/payments`, { amount: total }, 201);
      expect(await admin.get(`/invoices/${id}`)).toMatchObject({
        status: 'paid',
        payment_status: 'paid',
        amount_due: 0,
      });
    }
  });
});
