import { type Service, startApp, storyClock } from '../support/app';
import { anOrder, LINES, receive, submitted } from '../support/invoices';
import { aDraft, approveAll, aSubmitted, aVendor, settings } from '../support/purchase-orders';
import { ONE_FORM } from '../support/sampled';

describe('Invoices that differ from their order', () => {
  let service: Service;
  const clock = storyClock();

  beforeAll(async () => {
    service = await startApp({ clock });
  });
  afterAll(async () => service.stop());

  describe.each(ONE_FORM)('in Form %s', (form) => {
    it('become approvable when the vendor corrects the price', async () => {
      const admin = service.client({ form });
      const order = await anOrder(service, [{ description: 'Desk' }, { description: 'Chair', unit_price: 40 }]);
      await receive(admin, order, [10, 10]);

      const invoice = await submitted(admin, order, [{ unit_price: 104 }, {}], {
        subtotal: 1440,
        vat_amount: 216,
        total: 1656,
      });
      expect(invoice).toMatchObject({
        status: 'submitted',
        match_status: 'mismatch',
        match_summary: {
          po_variance_pct: 2.86,
          gr_variance_pct: 0,
          lines: [{ result: 'price_over' }, { result: 'ok' }],
          reasons: [{ code: 'PRICE_OVER', line_number: 1, expected: 100, actual: 104, tolerance: 0 }],
        },
      });
      const [waiting] = await admin.get('/invoices/exceptions', 200, { po_id: order.id });
      expect(waiting.next_step.code).toBe('correct_price');

      // The corrected invoice arrives with correct lines but the old totals.
      const [desk] = invoice.line_items;
      const half = await admin.put(
        `/invoices/${invoice.id}`,
        { [LINES[form]]: [{ id: desk.id, unit_price: 100 }], subtotal: 1440, vat_amount: 216, total: 1656 },
        200,
      );
      expect(half).toMatchObject({
        status: 'submitted',
        match_status: 'mismatch',
        match_summary: {
          reasons: [{ code: 'TOTALS_MISMATCH', figure: 'subtotal', expected: 1400, actual: 1440, tolerance: 0.05 }],
        },
      });

      const corrected = await admin.put(
        `/invoices/${invoice.id}`,
        { subtotal: 1400, vat_amount: 210, total: 1610 },
        200,
      );
      expect(corrected).toMatchObject({
        status: 'pending',
        match_status: 'full_match',
        total: 1610,
        match_summary: { reasons: [] },
      });
      expect(await admin.get('/invoices/exceptions', 200, { po_id: order.id })).toEqual([]);

      await admin.post(`/invoices/${invoice.id}/approve`, { comments: 'As agreed.' }, 200);
      expect(await admin.get(`/purchase-orders/${order.id}`)).toMatchObject({ status: 'completed' });
      const trail = await admin.get('/audit-log', 200, { entity_type: 'invoice', entity_id: invoice.id, order: 'asc' });
      expect(trail.map(({ action }: { action: string }) => action)).toEqual([
        'created',
        'submitted',
        'rematched',
        'updated',
        'updated',
        'rematched',
        'approved',
      ]);
    });

    it('become approvable when an amendment changes the order', async () => {
      const admin = service.client({ form });
      const order = await anOrder(service);
      await receive(admin, order, [10]);
      const invoice = await submitted(
        admin,
        order,
        [{ unit_price: 95 }, { item: 0, quantity: 1, unit_price: 110 }],
        {},
      );
      expect(invoice.match_status).toBe('mismatch');
      await admin.put(
        `/invoices/${invoice.id}`,
        { [LINES[form]]: [{ id: invoice.line_items[0].id, quantity: 9 }] },
        200,
      );
      expect((await admin.get(`/invoices/${invoice.id}`)).match_summary.reasons).toMatchObject([
        { code: 'PRICE_OVER', line_number: 2 },
      ]);
      const items = [{ id: order.items[0]?.id, unit_price: 110 }];
      const amendment = await admin.post(
        `/purchase-orders/${order.id}/amendments`,
        { reason: 'price agreed', items },
        201,
      );
      if (amendment.status === 'pending') {
        await admin.post(`/purchase-orders/${order.id}/amendments/${amendment.id}/approve`, {}, 200);
      }
      expect(await admin.get(`/invoices/${invoice.id}`)).toMatchObject({
        status: 'pending',
        match_status: 'full_match',
      });
    });

    it('become approvable when a pending order is approved', async () => {
      const admin = service.client({ form });
      const vendor = await aVendor(admin);
      const draft = await aSubmitted(admin, vendor.id);
      const order = { id: draft.id, vendorId: vendor.id, items: draft.items };
      const invoice = await submitted(admin, order, [{ quantity: 10 }]);
      expect(invoice).toMatchObject({
        status: 'submitted',
        match_summary: { reasons: [{ code: 'ORDER_NOT_APPROVED' }] },
      });
      await settings(service, { matching_policy: 'two_way' });
      await approveAll(admin, order.id);
      expect(await admin.get(`/invoices/${invoice.id}`)).toMatchObject({
        status: 'pending',
        match_status: 'full_match',
      });
      await settings(service, { matching_policy: 'auto' });
    });

    it('prevent the deletion of a draft order, and report a later change of its vendor', async () => {
      const admin = service.client({ form });
      const [vendor, other] = [await aVendor(admin), await aVendor(admin)];
      const draft = await aDraft(admin, vendor.id);
      const invoice = await submitted(admin, { id: draft.id, vendorId: vendor.id, items: draft.items }, [
        { quantity: 10 },
      ]);
      const refused = await admin.call('DELETE', `/purchase-orders/${draft.id}`, 422);
      expect(refused.body.error.code).toBe('INVALID_STATUS');
      await admin.put(`/purchase-orders/${draft.id}`, { vendor_id: other.id }, 200);
      await admin.post(`/purchase-orders/${draft.id}/submit`, {}, 200);
      await approveAll(admin, draft.id);
      const { match_summary } = await admin.get(`/invoices/${invoice.id}`);
      expect(match_summary.reasons.map(({ code }: { code: string }) => code)).toContain('ORDER_DISAGREES');
    });

    it('return from pending to submitted when an update introduces a difference', async () => {
      const admin = service.client({ form });
      const order = await anOrder(service);
      await receive(admin, order, [10]);
      const invoice = await submitted(admin, order);
      expect(invoice.status).toBe('pending');
      const [line] = invoice.line_items;
      const worse = await admin.put(`/invoices/${invoice.id}`, { [LINES[form]]: [{ id: line.id, vat_rate: 20 }] }, 200);
      expect(worse).toMatchObject({
        status: 'submitted',
        match_status: 'mismatch',
        match_summary: { reasons: [{ code: 'VAT_OVER' }] },
      });
    });
  });
});
