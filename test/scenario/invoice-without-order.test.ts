import { type Service, startApp, storyClock } from '../support/app';
import type { Loose } from '../support/client';
import { LINES } from '../support/invoices';
import { asOwner, aVendor, colleague } from '../support/purchase-orders';
import { ONE_FORM } from '../support/sampled';

describe('An invoice without an order', () => {
  let service: Service;
  const clock = storyClock();

  beforeAll(async () => {
    service = await startApp({ clock });
  });
  afterAll(async () => service.stop());

  describe.each(ONE_FORM)('in Form %s', (form) => {
    it('waits for a finance manager and is paid', async () => {
      clock.set('2026-03-10T09:00:00.000Z');
      const vendor = await aVendor(service.client({ form }), { name: 'City Water', payment_terms: 10 });
      const officer = (await colleague(service, 'finance_officer')).client.through(form);
      const manager = (await colleague(service, 'finance_manager')).client.through(form);
      const { id } = await officer.post(
        '/invoices',
        {
          vendor_id: vendor.id,
          invoice_number: 'W-2026-03',
          invoice_date: '2026-03-05',
          [LINES[form]]: [{ description: 'Water, February', quantity: 120, unit: 'm3', unit_price: 4.5, vat_rate: 15 }],
          subtotal: 540,
          vat_amount: 81,
          total: 621,
        },
        201,
      );
      await officer.post(`/invoices/${id}/submit`, undefined, 200);
      const waiting = await officer.get(`/invoices/${id}`);
      expect(waiting).toMatchObject({
        status: 'pending',
        match_status: 'partial_match',
        payment_status: 'unpaid',
        purchase_order: null,
        goods_receipt: null,
        due_date: '2026-03-15T00:00:00.000Z',
        match_summary: { policy: null, lines: [], reasons: [{ code: 'NO_PO' }] },
      });

      await officer.post(`/invoices/${id}/approve`, {}, 403);
      await manager.post(`/invoices/${id}/approve`, { comments: 'Utility bill.' }, 200);
      clock.set('2026-03-16T00:00:00.000Z');
      expect((await officer.get(`/invoices/${id}`)).payment_status).toBe('overdue');
      await officer.post(`/invoices/${id}/payments`, { amount: 621, reference: 'W-MAR' }, 201);
      expect(await officer.get(`/invoices/${id}`)).toMatchObject({ status: 'paid', payment_status: 'paid' });
    });

    it('is paid at once if nothing is due at its approval', async () => {
      clock.set('2026-03-10T09:00:00.000Z');
      const admin = service.client({ form });
      const vendor = await aVendor(admin);
      const lines = [{ description: 'Replacement under warranty', quantity: 2, unit_price: 0, vat_rate: 15 }];
      const body = { vendor_id: vendor.id, invoice_number: 'G-1', invoice_date: '2026-03-05', [LINES[form]]: lines };
      const { id } = await admin.post('/invoices', body, 201);
      const approved = await admin.post(`/invoices/${id}/approve`, { comments: 'Free of charge' }, 200);
      expect(approved).toMatchObject({ status: 'paid', payment_status: 'paid' });
      const published = await asOwner<{ name: string }>(
        service,
        `SELECT name FROM events WHERE body::jsonb#>>'{data,invoice_id}' = $1 ORDER BY id`,
        [String(id)],
      );
      expect(published.map(({ name }) => name)).toEqual(['invoice.created', 'invoice.approved', 'invoice.paid']);
      const log = await admin.get('/audit-log', 200, { entity_type: 'invoice', entity_id: id });
      expect(log.map(({ action }: Loose) => action)).toEqual(['paid', 'approved', 'created']);
    });

    it('is a mismatch if its printed totals contradict its lines', async () => {
      const admin = service.client({ form });
      const vendor = await aVendor(admin);
      const lines = [{ description: 'Repairs', quantity: 1, unit_price: 100, vat_rate: 15 }];
      const body = { vendor_id: vendor.id, invoice_number: 'R-9', invoice_date: '2026-03-05', [LINES[form]]: lines };
      const { id } = await admin.post('/invoices', { ...body, subtotal: 110, vat_amount: 16.5, total: 126.5 }, 201);
      const { match_summary, ...submitted } = await admin.post(`/invoices/${id}/submit`, undefined, 200);
      expect(submitted).toMatchObject({ status: 'submitted', match_status: 'mismatch' });
      expect(match_summary.reasons.map(({ code }: { code: string }) => code)).toEqual(['NO_PO', 'TOTALS_MISMATCH']);
      await admin.put(`/invoices/${id}`, { subtotal: 100, vat_amount: 15, total: 115 }, 200);
      expect((await admin.get(`/invoices/${id}`)).status).toBe('pending');
    });
  });
});
