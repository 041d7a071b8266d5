import { type Service, startApp, storyClock } from '../support/app';
import { anOrder, approved, linesOf, receive, submitted } from '../support/invoices';
import { ONE_FORM } from '../support/sampled';

describe('A return and a credit note', () => {
  let service: Service;
  const clock = storyClock();

  beforeAll(async () => {
    service = await startApp({ clock });
  });
  afterAll(async () => service.stop());

  describe.each(ONE_FORM)('in Form %s', (form) => {
    it('reopen a completed order, which a replacement and a new invoice complete again', async () => {
      const admin = service.client({ form });
      const order = await anOrder(service);
      const orderNow = async () => {
        const shown = await admin.get(`/purchase-orders/${order.id}`);
        const [line] = linesOf(shown);
        return [shown.status, line.received_quantity, line.invoiced_quantity];
      };
      const receipt = await receive(admin, order, [10]);
      const invoice = await approved(admin, order);
      await admin.post(`/invoices/${invoice.id}/payments`, { amount: 1150 }, 201);
      expect(await orderNow()).toEqual(['completed', 10, 10]);

      // Three are broken and returned: the order waits for their replacement.
      const item_id = order.items[0]?.id;
      await admin.post(
        `/goods-receipts/${receipt.id}/returns`,
        { lines: [{ item_id, quantity: 3 }], reason: 'broken' },
        201,
      );
      expect(await orderNow()).toEqual(['approved', 7, 10]);

      // The vendor credits them: money is owed back, and three may be billed again.
      const lines = [{ line_item_id: invoice.line_items[0].id, quantity: 3 }];
      await admin.post(
        `/invoices/${invoice.id}/credit-notes`,
        { credit_note_number: 'C-1', reason: 'broken', lines },
        201,
      );
      expect(await orderNow()).toEqual(['approved', 7, 7]);
      expect(await admin.get(`/invoices/${invoice.id}`)).toMatchObject({
        status: 'paid',
        amount_due: -345,
        amount_credited: 345,
      });
      await admin.post(`/invoices/${invoice.id}/payments`, { amount: -345, method: 'refund' }, 201);

      // Billed again before the replacement has arrived, the invoice waits.
      const again = await submitted(admin, order, [{ quantity: 3 }]);
      expect(again).toMatchObject({ status: 'submitted', match_status: 'pending_grn' });
      await receive(admin, order, [3]);
      await admin.post(`/invoices/${again.id}/approve`, {}, 200);
      expect(await orderNow()).toEqual(['completed', 10, 10]);
    });

    it('a return changes a pending invoice to submitted if it then bills more than was received', async () => {
      const admin = service.client({ form });
      const order = await anOrder(service);
      const receipt = await receive(admin, order, [10]);
      const invoice = await submitted(admin, order);
      expect(invoice.status).toBe('pending');
      const lines = [{ item_id: order.items[0]?.id, quantity: 0.5 }];
      await admin.post(`/goods-receipts/${receipt.id}/returns`, { lines, reason: 'wet' }, 201);
      expect(await admin.get(`/invoices/${invoice.id}`)).toMatchObject({
        status: 'submitted',
        match_status: 'partial_match',
        match_summary: { gr_variance_pct: 5.26 },
      });
    });
  });
});
