import { type Service, startApp, storyClock } from '../support/app';
import { aBudget, aDepartment, thresholdEvents } from '../support/budgets';
import type { Loose } from '../support/client';
import { enter, linesOf } from '../support/invoices';
import { aSubmitted, aVendor } from '../support/purchase-orders';
import { ONE_FORM } from '../support/sampled';

/** With an override, an invoice can pass before its order is approved: the budget must still count it. */
describe('An invoice approved before its order', () => {
  let service: Service;
  let departments = 0;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock() });
  });
  afterAll(async () => service.stop());

  const OVERRIDE = { override: true, comments: 'Delivered already.' };

  describe.each(ONE_FORM)('in Form %s', (form) => {
    const admin = () => service.client({ form });

    /** A pending order of 10 at 100.00 with 15 % VAT, with its own budget. */
    async function waiting(allocated_amount: number) {
      const department_id = await aDepartment(service.client(), `E${(departments += 1)}`);
      const budget = await aBudget(service.client(), { department_id, allocated_amount });
      const vendor = await aVendor(service.client());
      const items = [{ description: 'Desk', quantity: 10, unit_price: 100, vat_rate: 15 }];
      const order = await aSubmitted(service.client(), vendor.id, { department_id, items });
      const shown = await admin().get(`/purchase-orders/${order.id}`);
      return { budgetId: budget.id, order: { id: order.id, vendorId: vendor.id, items: linesOf(shown) } };
    }
    const figures = async (id: number): Promise<Loose> => {
      const shown = await admin().get(`/budgets/${id}/utilization`);
      const { by_po_status: parts } = shown.breakdown;
      return [
        (await service.client().get(`/budgets/${id}`)).reserved_amount,
        shown.committed_amount,
        shown.spent_amount,
        parts.approved_uninvoiced,
        parts.invoiced_pending_payment,
        parts.paid,
      ];
    };

    it("counts as spent from the order's approval on, and the order commits only the rest", async () => {
      const { budgetId, order } = await waiting(1200);
      const { id } = await enter(admin(), order, [{ quantity: 4 }]);
      const refusal = await admin().post(`/invoices/${id}/approve`, {}, 422);
      expect(refusal.error?.code ?? refusal.code).toBe('INVOICE_NOT_MATCHED');
      await admin().post(`/invoices/${id}/approve`, OVERRIDE, 200);
      await admin().post(`/invoices/${id}/payments`, { amount: 100 }, 201);
      await admin().post(
        `/invoices/${id}/credit-notes`,
        { credit_note_number: `${form}-1`, amount: 60, reason: 'Late' },
        201,
      );
      expect(await figures(budgetId)).toEqual([1150, 0, 0, 0, 0, 0]);

      await admin().post(`/purchase-orders/${order.id}/approve`, {}, 200);
      expect(await figures(budgetId)).toEqual([0, 690, 400, 690, 300, 100]);
      expect((await thresholdEvents(service, budgetId)).map(({ threshold_percentage: crossed }) => crossed)).toEqual([
        90,
      ]);
      const movements = await service.client().get(`/budgets/${budgetId}/movements`, 200, { order: 'asc', sort: 'id' });
      expect(movements.map(({ type }: Loose) => type)).toEqual([
        'reserve',
        'release',
        'commit',
        'relieve',
        'spend',
        'credit',
        'pay',
      ]);

      // Later operations charge the budget as usual.
      await admin().post(`/invoices/${id}/payments`, { amount: 300 }, 201);
      const rest = await enter(admin(), order, [{ quantity: 6 }]);
      await admin().post(`/invoices/${rest.id}/approve`, {}, 200);
      expect(await figures(budgetId)).toEqual([0, 0, 1090, 0, 690, 400]);
      expect((await admin().get(`/purchase-orders/${order.id}`)).status).toBe('completed');
    });

    it('counts its payment as owed back when it was credited in full', async () => {
      const { budgetId, order } = await waiting(2000);
      const { id } = await enter(admin(), order, [{ quantity: 4 }]);
      await admin().post(`/invoices/${id}/approve`, OVERRIDE, 200);
      await admin().post(`/invoices/${id}/payments`, { amount: 460 }, 201);
      const credit = { credit_note_number: `${form}-2`, amount: 460, reason: 'Never came' };
      await admin().post(`/invoices/${id}/credit-notes`, credit, 201);
      await admin().post(`/purchase-orders/${order.id}/approve`, {}, 200);
      expect(await figures(budgetId)).toEqual([0, 690, 0, 690, -460, 460]);
      await admin().post(`/invoices/${id}/payments`, { amount: -460 }, 201);
      expect(await figures(budgetId)).toEqual([0, 690, 0, 690, 0, 0]);
    });

    it('completes an order that it bills in full', async () => {
      const { budgetId, order } = await waiting(2000);
      const { id } = await enter(admin(), order);
      await admin().post(`/invoices/${id}/approve`, OVERRIDE, 200);
      await admin().post(`/purchase-orders/${order.id}/approve`, {}, 200);
      expect((await admin().get(`/purchase-orders/${order.id}`)).status).toBe('completed');
      expect(await figures(budgetId)).toEqual([0, 0, 1150, 0, 1150, 0]);
      await admin().post(`/invoices/${id}/void`, { reason: 'Entered twice' }, 200);
      expect((await admin().get(`/purchase-orders/${order.id}`)).status).toBe('approved');
      expect(await figures(budgetId)).toEqual([0, 1150, 0, 1150, 0, 0]);
    });

    it('allows another invoice for the same quantity after a full credit', async () => {
      const { order } = await waiting(500);
      const first = await enter(admin(), order, [{ quantity: 4 }]);
      await admin().post(`/invoices/${first.id}/approve`, OVERRIDE, 200);
      const credit = { credit_note_number: `${form}-3`, amount: 460, reason: 'Never came' };
      await admin().post(`/invoices/${first.id}/credit-notes`, credit, 201);
      const second = await enter(admin(), order, [{ quantity: 4 }]);
      await admin().post(`/invoices/${second.id}/approve`, OVERRIDE, 200);
    });

    it('is checked against the budget together with the rest of its order', async () => {
      const { budgetId, order } = await waiting(1100);
      const { id } = await enter(admin(), order, [{ quantity: 4 }]);
      await admin().post(`/invoices/${id}/approve`, OVERRIDE, 200);
      const refusal = await admin().post(`/purchase-orders/${order.id}/approve`, {}, 422);
      expect(refusal.error ?? refusal).toMatchObject({
        code: 'BUDGET_EXCEEDED',
        details: { available: 1100, requested: 1150, shortfall: 50 },
      });
      expect(await figures(budgetId)).toEqual([1150, 0, 0, 0, 0, 0]);
    });
  });
});
