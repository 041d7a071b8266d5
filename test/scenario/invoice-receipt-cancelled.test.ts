import { type Service, startApp, storyClock } from '../support/app';
import { anOrder, linesOf, receive, submitted } from '../support/invoices';
import { settings } from '../support/purchase-orders';
import { ONE_FORM } from '../support/sampled';

describe('A receipt cancelled after its goods were matched', () => {
  let service: Service;
  const clock = storyClock();

  beforeAll(async () => {
    service = await startApp({ clock });
    await settings(service, { matching_policy: 'three_way' });
  });
  afterAll(async () => service.stop());

  describe.each(ONE_FORM)('in Form %s', (form) => {
    it('returns pending invoices to submitted, the latest first, until the goods are received again', async () => {
      const admin = service.client({ form });
      const order = await anOrder(service);
      const [morning, evening] = [await receive(admin, order, [6]), await receive(admin, order, [4])];
      const first = await submitted(admin, order, [{ quantity: 6 }]);
      clock.advance(60_000);
      const second = await submitted(admin, order, [{ quantity: 4 }]);
      const states = async () =>
        Promise.all(
          [first, second].map(async ({ id }) => {
            const { status, match_status } = await admin.get(`/invoices/${id}`);
            return [status, match_status];
          }),
        );
      expect(await states()).toEqual([
        ['pending', 'full_match'],
        ['pending', 'full_match'],
      ]);

      await admin.post(`/goods-receipts/${evening.id}/cancel`, { reason: 'delivered to the wrong site' }, 200);
      expect(await states()).toEqual([
        ['pending', 'full_match'],
        ['submitted', 'pending_grn'],
      ]);
      await admin.post(`/invoices/${second.id}/approve`, {}, 422);

      await admin.post(`/goods-receipts/${morning.id}/cancel`, { reason: 'delivered to the wrong site' }, 200);
      expect(await states()).toEqual([
        ['submitted', 'pending_grn'],
        ['submitted', 'pending_grn'],
      ]);
      expect(linesOf(await admin.get(`/purchase-orders/${order.id}`))[0].received_quantity).toBe(0);

      // Eight arrive: enough for the first invoice, not for the second.
      await receive(admin, order, [8]);
      expect(await states()).toEqual([
        ['pending', 'full_match'],
        ['submitted', 'partial_match'],
      ]);
      const { match_summary, goods_receipt, goods_receipts } = await admin.get(`/invoices/${second.id}`);
      expect(match_summary.reasons).toMatchObject([{ code: 'QTY_OVER_RECEIVED', expected: 8, actual: 10 }]);
      expect(goods_receipt.status).toBe('posted');
      expect(goods_receipts.map(({ status }: { status: string }) => status)).toEqual([
        'posted',
        'cancelled',
        'cancelled',
      ]);

      // A receipt that an approved invoice relies on cannot be cancelled.
      await admin.post(`/invoices/${first.id}/approve`, {}, 200);
      const refused = await admin.call('POST', `/goods-receipts/${goods_receipt.id}/cancel`, 422, { reason: 'again' });
      expect(refused.body.error.code).toBe('RECEIPT_INVOICED');
    });
  });
});
