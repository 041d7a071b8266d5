import { Service, startApp } from '../../support/app';
import type { Client, Loose } from '../../support/client';
import { aBudget, aDepartment } from '../../support/budgets';
import { linesOf } from '../../support/invoices';
import { anApproved, aVendor, Colleague, colleague, meanwhile, settings } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

const CEMENT = { description: 'Cement, 50 kg', quantity: 1000, unit: 'bag', unit_price: 20, vat_rate: 15 };

describe('Amendments of an approved order', () => {
  let service: Service;
  let requester: Colleague;
  let vendorId: number;
  let departmentId: number;
  let budgetId: number;

  beforeAll(async () => {
    service = await startApp();
    vendorId = (await aVendor(admin())).id;
    departmentId = await aDepartment(admin(), 'SITE');
    budgetId = (await aBudget(admin(), { department_id: departmentId, allocated_amount: 5_000_000 })).id;
    requester = await colleague(service, 'requester', { departmentId });
  });
  afterAll(async () => service.stop());

  const admin = () => service.client();
  const order = (fields: object = {}) =>
    anApproved(admin(), vendorId, { department_id: departmentId, items: [CEMENT], ...fields });
  const committed = async () => (await admin().get(`/budgets/${budgetId}`)).committed_amount;

  describe.each(ONE_FORM)('in Form %s', (form) => {
    const client = (): Client => requester.client.through(form);
    const amend = async ({ id }: Loose, changes: object, status = 201): Promise<Loose> =>
      client().post(`/purchase-orders/${id}/amendments`, { reason: 'The site asks for it', ...changes }, status);
    const shown = ({ id }: Loose) => client().get(`/purchase-orders/${id}`);

    it('do not turn cement for 23,000 into 0.01 bags and four laptops before the approvers agree', async () => {
      const cement = await order();
      const laptops = { description: 'Laptop', quantity: 4, unit: 'piece', unit_price: 4999, vat_rate: 15 };
      const asked = await amend(cement, { items: [{ id: cement.items[0].id, quantity: 0.01 }, laptops] });
      expect(asked).toMatchObject({ status: 'pending', total_before: 23_000, total_after: 22_995.63 });
      expect(asked.pending_approvers).toHaveLength(1);
      const before = await shown(cement);
      expect(before.version).toBe(1);
      expect(linesOf(before)).toMatchObject([{ description: 'Cement, 50 kg', quantity: 1000 }]);
      const approve = `/purchase-orders/${cement.id}/amendments/${asked.id}/approve`;
      await requester.client.through(form).call('POST', approve, 403, {});
      await admin().post(approve, {}, 200);
      expect(linesOf(await shown(cement))).toMatchObject([{ quantity: 0.01 }, { description: 'Laptop', quantity: 4 }]);
    });

    it("retain a new line's VAT rate from the request, even if the default changes before the approval", async () => {
      const cement = await order();
      const sand = { description: 'Sand', quantity: 1, unit: 'ton', unit_price: 1000 };
      await settings(service, { default_vat_rate: 5 });
      const asked = await amend(cement, { items: [sand] });
      expect(asked).toMatchObject({ status: 'pending', total_after: 24_050 });
      await settings(service, { default_vat_rate: 15 });
      await admin().post(`/purchase-orders/${cement.id}/amendments/${asked.id}/approve`, {}, 200);
      const after = await shown(cement);
      expect(form === 'a' ? after.total_amount : after.total_inc_vat).toBe(24_050);
      expect(linesOf(after)).toMatchObject([{ vat_rate: 15 }, { description: 'Sand', vat_rate: 5 }]);
    });

    it('need approval when the VAT is removed to raise the net under the same total', async () => {
      const cement = await order();
      const { id } = cement.items[0];
      expect(await amend(cement, { items: [{ id, vat_rate: 0, unit_price: 23 }] })).toMatchObject({
        status: 'pending',
        total_before: 23_000,
        total_after: 23_000,
      });
      expect(linesOf(await shown(cement))).toMatchObject([{ vat_rate: 15, unit_price: 20 }]);
    });

    it.each([
      ['other words for a line', ({ id }: Loose) => ({ items: [{ id, description: 'Marble' }] })],
      ['another unit', ({ id }: Loose) => ({ items: [{ id, unit: 'kg' }] })],
      ['a lower VAT rate', ({ id }: Loose) => ({ items: [{ id, vat_rate: 5 }] })],
      ['a higher price of fewer bags', ({ id }: Loose) => ({ items: [{ id, quantity: 100, unit_price: 21 }] })],
      ['more bags at a lower price', ({ id }: Loose) => ({ items: [{ id, quantity: 1001, unit_price: 1 }] })],
      ['a new line free of charge', () => ({ items: [{ description: 'Bag', quantity: 1, unit_price: 0 }] })],
      ['an earlier day', () => ({ expected_delivery_date: '2027-04-30' })],
      ['no day at all', () => ({ expected_delivery_date: null })],
    ])('wait for the approvers, for a total of any size: %s', async (_what, changes) => {
      const cement = await order({ expected_delivery_date: '2027-05-01' });
      expect((await amend(cement, changes(cement.items[0]))).status).toBe('pending');
      expect((await shown(cement)).version).toBe(1);
    });

    it('apply at once for lower quantities, lower prices, later dates and notes', async () => {
      const cement = await order({ expected_delivery_date: '2027-05-01' });
      const { id, description, unit, vat_rate } = cement.items[0];
      const items = [{ id, quantity: 900, unit_price: 19.5, description, unit, vat_rate }];
      const less = await amend(cement, { items, expected_delivery_date: '2027-06-01', notes: 'Gate 2' });
      expect(less).toMatchObject({ status: 'applied', total_after: 20_182.5 });
      expect(linesOf(await shown(cement))).toMatchObject([{ quantity: 900, unit_price: 19.5 }]);
    });

    it('cannot lower the price of a fully billed line to make room in the budget for another', async () => {
      const both = await order({
        items: [
          { description: 'Crane', quantity: 1, unit_price: 1000, vat_rate: 0 },
          { description: 'Sand', quantity: 10, unit_price: 1, vat_rate: 0 },
        ],
      });
      const [crane, sand] = both.items;
      const line = { po_line_id: crane.id, description: 'Crane', quantity: 1, unit_price: 1000, vat_rate: 0 };
      const bill = { purchase_order_id: both.id, invoice_number: `CRANE-${form}`, invoice_date: '2026-03-01' };
      const invoice = await admin().post('/invoices', { ...bill, line_items: [line] }, 201);
      await admin().post(`/invoices/${invoice.id}/approve`, {}, 200);
      const items = [
        { id: crane.id, unit_price: 0.01 },
        { id: sand.id, quantity: 900 },
      ];
      const asked = await amend(both, { items });
      expect(asked).toMatchObject({ status: 'pending', total_before: 1010, total_after: 900.01 });
      const before = await committed();
      await meanwhile(
        service,
        `UPDATE budgets SET allocated_amount = committed_amount + spent_amount + 1 WHERE id = ${budgetId}`,
        `UPDATE budgets SET allocated_amount = 5000000 WHERE id = ${budgetId}`,
        async () => {
          const approve = `/purchase-orders/${both.id}/amendments/${asked.id}/approve`;
          const refusal = await service.client({ form }).call('POST', approve, 422, {});
          expect(refusal.body.error.code).toBe('BUDGET_EXCEEDED');
        },
      );
      expect(await committed()).toBe(before);
    });

    it("cannot raise a blocked vendor's order, neither at the request nor at the approval", async () => {
      const blocked = (await aVendor(admin(), { name: `Blocked ${form}` })).id;
      const cement = await anApproved(admin(), blocked, { department_id: departmentId, items: [CEMENT] });
      const { id } = cement.items[0];
      const asked = await amend(cement, { items: [{ id, quantity: 1100 }] });
      await admin().post(`/vendors/${blocked}/block`, { reason: 'Fraud' }, 200);
      const approve = `/purchase-orders/${cement.id}/amendments/${asked.id}/approve`;
      const refused = await service.client({ form }).call('POST', approve, 422, {});
      expect(refused.body.error.code).toBe('VENDOR_BLOCKED');
      await admin().post(`/purchase-orders/${cement.id}/amendments/${asked.id}/cancel`, {}, 200);
      const again = await client().call('POST', `/purchase-orders/${cement.id}/amendments`, 422, {
        reason: 'More',
        items: [{ id, quantity: 1100 }],
      });
      expect(again.body.error.code).toBe('VENDOR_BLOCKED');
      expect(linesOf(await shown(cement))).toMatchObject([{ quantity: 1000 }]);
      expect((await amend(cement, { items: [{ id, quantity: 10 }] })).status).toBe('applied');
    });
  });
});
