import { type Service, startApp, storyClock } from '../../support/app';
import { aBudget, aDepartment } from '../../support/budgets';
import type { Client, Loose } from '../../support/client';
import { anOrderOf, enter, LINES, submitted } from '../../support/invoices';
import { aSubmitted, aVendor, type Colleague, colleague, settings } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

const DUPLICATE = 'DUPLICATE_SUSPECTED';
const UNVERIFIED = 'BANK_DETAILS_UNVERIFIED';
const NO_BUDGET = 'NO_BUDGET';

/** Approvers get the warnings that the author got, until their cause is gone. */
describe.each(ONE_FORM)('Warnings for approvers, in Form %s', (form) => {
  let service: Service;
  let admin: Client;
  /** Submits orders. */
  let buyer: Colleague;
  /** Enters invoices. */
  let clerk: Colleague;
  /** Decides, and has entered nothing. */
  let manager: Colleague;
  let departmentId: number;
  let vendors = 0;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock() });
    admin = service.client({ form });
    departmentId = await aDepartment(service.client(), `D${form}`);
    buyer = await colleague(service, 'requester', { name: 'Buyer', departmentId });
    clerk = await colleague(service, 'finance_officer', { name: 'Clerk', departmentId });
    manager = await colleague(service, 'finance_manager', { name: 'Manager', departmentId });
    await aBudget(service.client());
    await service.client().put(`/departments/${departmentId}`, { head_user_id: manager.id }, 200);
  });
  beforeEach(() =>
    settings(service, { matching_policy: 'two_way', bank_change_control: 'warn', invoices_without_po: 'allow' }),
  );
  afterAll(() => service.stop());

  const by = (who: Colleague): Client => who.client.through(form);
  const codes = ({ warnings = [] }: Loose): string[] => warnings.map(({ code }: Loose) => code);
  const vendor = async (fields: object = {}): Promise<number> =>
    (await aVendor(service.client(), { name: `Vendor ${(vendors += 1)}`, ...fields })).id;
  const waiting = async (type: string, id: number): Promise<Loose> => {
    const list = await by(manager).get('/approvals', 200, { per_page: 100 });
    return list.find((one: Loose) => one.type === type && one.id === id) ?? {};
  };
  const exception = async (id: number): Promise<Loose> =>
    (await by(manager).get('/invoices/exceptions', 200, { per_page: 100 })).find((one: Loose) => one.id === id);
  const trail = (kind: string, id: number): Promise<Loose> => admin.get(`/${kind}/${id}/trail`);
  /** The warnings of the last decision in the audit trail. */
  const decided = async (kind: string, id: number): Promise<Loose[]> =>
    (await trail(kind, id)).entries.filter(({ type }: Loose) => type === 'decision').at(-1)?.details.warnings ?? [];
  /** Two invoices of one vendor whose numbers differ in punctuation. The second one is pending. */
  const twins = async (vendorId: number): Promise<{ first: Loose; second: Loose }> => {
    const [one, other] = [await anOrderOf(service, vendorId), await anOrderOf(service, vendorId)];
    const number = `T${vendorId}-1`;
    const first = await enter(by(clerk), one, [{ quantity: 1 }], { invoice_number: number });
    const second = await submitted(by(clerk), other, [{ quantity: 2 }], { invoice_number: number.replace('-', '/') });
    return { first, second };
  };
  const free = (client: Client, vendor_id: number, fields: object = {}): Promise<Loose> =>
    client.post(
      '/invoices',
      {
        vendor_id,
        invoice_number: `F-${vendor_id}`,
        invoice_date: '2026-03-01',
        [LINES[form]]: [{ description: 'Water', quantity: 1, unit_price: 10 }],
        ...fields,
      },
      201,
    );

  describe('of a suspected duplicate', () => {
    it('appear everywhere for both invoices, and disappear when the other invoice is cancelled', async () => {
      const { first, second } = await twins(await vendor());
      expect(second).toMatchObject({ status: 'pending', warnings: [{ code: DUPLICATE }] });
      const got = await by(manager).get(`/invoices/${second.id}`);
      expect(got.warnings).toEqual([{ code: DUPLICATE, message: expect.stringContaining(first.invoice_number) }]);
      expect(codes(await by(manager).get(`/invoices/${first.id}`))).toEqual([DUPLICATE]);
      expect(codes(await waiting('invoice', second.id))).toEqual([DUPLICATE]);
      expect(await exception(second.id)).toMatchObject({
        warnings: got.warnings,
        next_step: { code: 'check_duplicate' },
      });
      expect((await trail('invoices', second.id)).warnings).toEqual(got.warnings);

      await admin.post(`/invoices/${first.id}/reject`, { reason: 'Entered twice' }, 200);
      expect(await by(manager).get(`/invoices/${second.id}`)).not.toHaveProperty('warnings');
      expect(await waiting('invoice', second.id)).toMatchObject({ type: 'invoice', id: second.id });
      expect(await waiting('invoice', second.id)).not.toHaveProperty('warnings');
      expect(await exception(second.id)).toBeUndefined();
      expect(await trail('invoices', second.id)).not.toHaveProperty('warnings');
      const approved = await by(manager).post(`/invoices/${second.id}/approve`, {}, 200);
      expect(approved).not.toHaveProperty('warnings');
      expect(await decided('invoices', second.id)).toEqual([]);
    });

    it("are in the approval's response, and remain in its audit entry when the other invoice is voided", async () => {
      const { first, second } = await twins(await vendor());
      await by(manager).post(`/invoices/${first.id}/approve`, {}, 200);
      const approved = await by(manager).post(`/invoices/${second.id}/approve`, {}, 200);
      expect(approved).toMatchObject({ status: 'approved', warnings: [{ code: DUPLICATE }] });
      expect(codes(await admin.get(`/invoices/${second.id}`))).toEqual([DUPLICATE]);
      await admin.post(`/invoices/${first.id}/void`, { reason: 'Billed twice' }, 200);
      expect(await admin.get(`/invoices/${second.id}`)).not.toHaveProperty('warnings');
      expect(await trail('invoices', second.id)).not.toHaveProperty('warnings');
      const kept = [
        { code: DUPLICATE, own: first.invoice_number, number: expect.any(String), vendor: expect.any(String) },
      ];
      expect(await decided('invoices', second.id)).toEqual(kept);
      const log = await admin.get('/audit-log', 200, {
        entity_type: 'invoice',
        entity_id: second.id,
        action: 'approved',
      });
      expect(log[0].details.warnings).toEqual(kept);
    });

    it('are in the response of a rejection and of a bulk decision', async () => {
      const vendorId = await vendor();
      const { second } = await twins(vendorId);
      const decision = { type: 'invoice', id: second.id, outcome: 'approve' };
      const { decisions } = await by(manager).post('/approvals/decide', { decisions: [decision] }, 200);
      expect(decisions).toMatchObject([{ status: 'done', warnings: [{ code: DUPLICATE }] }]);
      const { second: other } = await twins(await vendor());
      const rejected = await by(manager).post(`/invoices/${other.id}/reject`, { reason: 'Twice' }, 200);
      expect(codes(rejected)).toEqual([DUPLICATE]);
      expect(await decided('invoices', other.id)).toMatchObject([{ code: DUPLICATE }]);
      expect(await by(manager).get(`/invoices/${other.id}`)).not.toHaveProperty('warnings');
    });

    it('are in the response of each step', async () => {
      const steps = [{ role: 'finance_manager' }, { role: 'admin' }].map((step, at) => ({
        name: `Step ${at}`,
        min_amount: 0,
        ...step,
      }));
      const rules = { rules: [{ steps }] };
      await service.client().put('/approval-workflows/invoices', rules, 200);
      const { second } = await twins(await vendor());
      const passed = await by(manager).post(`/invoices/${second.id}/approve`, {}, 200);
      expect(passed).toMatchObject({ status: 'pending', current_approval_step: 2, warnings: [{ code: DUPLICATE }] });
      expect(await decided('invoices', second.id)).toMatchObject([{ code: DUPLICATE }]);
      await service.client().put('/approval-workflows/invoices', { rules: [] }, 200);
    });

    it('never refer to an invoice of another tenant', async () => {
      const { second } = await twins(await vendor());
      const other = await service.newTenant();
      const stranger = service.client({ form, token: other.token.token });
      const { id } = await aVendor(stranger, { name: 'Theirs' });
      const theirs = await free(stranger, id, { invoice_number: second.vendor_invoice_number });
      expect(await stranger.get(`/invoices/${theirs.id}`)).not.toHaveProperty('warnings');
      await stranger.call('GET', `/invoices/${second.id}`, 404);
      expect(await stranger.get('/approvals', 200)).toEqual([]);
    });
  });

  describe('of unverified bank details', () => {
    const verify = async (id: number): Promise<void> => {
      const [newest] = await admin.get(`/vendors/${id}/bank-accounts`);
      await by(manager).post(`/vendors/${id}/bank-accounts/${newest.id}/verify`, undefined, 200);
    };

    it('appear from the submission of the invoice until the details are verified', async () => {
      const id = await vendor({ bank_name: 'Bank', bank_account: 'ACC-1001' });
      const draft = await enter(by(clerk), await anOrderOf(service, id));
      expect(await by(manager).get(`/invoices/${draft.id}`)).not.toHaveProperty('warnings');
      const published = await by(clerk).post(`/invoices/${draft.id}/submit`, undefined, 200);
      const warnings = [{ code: UNVERIFIED, message: expect.stringContaining(`Vendor ${vendors}`) }];
      expect(published.warnings).toEqual(warnings);
      expect((await by(manager).get(`/invoices/${draft.id}`)).warnings).toEqual(warnings);
      expect((await waiting('invoice', draft.id)).warnings).toEqual(warnings);
      expect(await exception(draft.id)).toMatchObject({ warnings, next_step: { code: 'verify_bank_details' } });
      expect((await trail('invoices', draft.id)).warnings).toEqual(warnings);
      await verify(id);
      expect(await by(manager).get(`/invoices/${draft.id}`)).not.toHaveProperty('warnings');
      expect(await waiting('invoice', draft.id)).not.toHaveProperty('warnings');
      expect(await exception(draft.id)).toBeUndefined();
      expect(await trail('invoices', draft.id)).not.toHaveProperty('warnings');
    });

    it('remain after a payment to them, and end with their verification', async () => {
      const id = await vendor({ bank_name: 'Bank', bank_account: 'ACC-1002' });
      const invoice = await submitted(by(clerk), await anOrderOf(service, id));
      expect(codes(await by(manager).post(`/invoices/${invoice.id}/approve`, {}, 200))).toEqual([UNVERIFIED]);
      expect(await decided('invoices', invoice.id)).toMatchObject([{ code: UNVERIFIED }]);
      const paid = await by(clerk).post(`/invoices/${invoice.id}/payments`, { amount: invoice.total }, 201);
      expect(codes(paid)).toEqual([UNVERIFIED]);
      expect(await by(manager).get(`/invoices/${invoice.id}`)).toMatchObject({
        status: 'paid',
        warnings: [{ code: UNVERIFIED }],
      });
      await verify(id);
      expect(await by(manager).get(`/invoices/${invoice.id}`)).not.toHaveProperty('warnings');
      expect(await decided('invoices', invoice.id)).toMatchObject([{ code: UNVERIFIED }]);
    });

    it('do not appear on a paid invoice whose vendor has a new account, or if the tenant does not warn', async () => {
      const id = await vendor({ bank_name: 'Bank', bank_account: 'ACC-1003' });
      await verify(id);
      const invoice = await submitted(by(clerk), await anOrderOf(service, id));
      await by(manager).post(`/invoices/${invoice.id}/approve`, {}, 200);
      await by(clerk).post(`/invoices/${invoice.id}/payments`, { amount: invoice.total }, 201);
      await service.client().put(`/vendors/${id}`, { bank_account: 'ACC-1004' }, 200);
      expect(await by(manager).get(`/invoices/${invoice.id}`)).not.toHaveProperty('warnings');
      const next = await submitted(by(clerk), await anOrderOf(service, id), [{ quantity: 3 }]);
      expect(codes(next)).toEqual([UNVERIFIED]);
      await settings(service, { bank_change_control: 'ignore' });
      expect(await by(manager).get(`/invoices/${next.id}`)).not.toHaveProperty('warnings');
      expect(await exception(next.id)).toBeUndefined();
    });
  });

  describe('of a document without a budget', () => {
    it('remain on an order until it is submitted again with a budget', async () => {
      const department_id = await aDepartment(service.client(), `N${form}`);
      const { id } = await aSubmitted(buyer.client, await vendor(), { department_id });
      const path = `/purchase-orders/${id}`;
      const warnings = [{ code: NO_BUDGET, message: 'No budget covers this document.' }];
      expect((await by(manager).get(path)).warnings).toEqual(warnings);
      expect((await waiting('purchase_order', id)).warnings).toEqual(warnings);
      expect((await trail('purchase-orders', id)).warnings).toEqual(warnings);
      // A later budget does not cover an order that was submitted without one.
      await aBudget(service.client(), { department_id });
      expect((await by(manager).get(path)).warnings).toEqual(warnings);
      await by(buyer).post(`${path}/withdraw`, {}, 200);
      expect(await by(manager).get(path)).not.toHaveProperty('warnings');
      expect(await by(buyer).post(`${path}/submit`, undefined, 200)).not.toHaveProperty('warnings');
      expect(await by(manager).get(path)).not.toHaveProperty('warnings');
      expect(await waiting('purchase_order', id)).not.toHaveProperty('warnings');
      expect(await admin.post(`${path}/approve`, {}, 200)).not.toHaveProperty('warnings');
      expect(await by(manager).get(path)).not.toHaveProperty('warnings');
      expect(await decided('purchase-orders', id)).toEqual([]);
    });

    it('are in the response and the audit entry of each decision about the order and its amendment', async () => {
      const department_id = await aDepartment(service.client(), `M${form}`);
      const { id, items } = await aSubmitted(buyer.client, await vendor(), { department_id });
      const path = `/purchase-orders/${id}`;
      expect(await admin.post(`${path}/approve`, {}, 200)).toMatchObject({ warnings: [{ code: NO_BUDGET }] });
      expect(await decided('purchase-orders', id)).toEqual([{ code: NO_BUDGET }]);
      expect(codes(await by(manager).get(path))).toEqual([NO_BUDGET]);
      const more = { reason: 'More', items: [{ id: items[0].id, quantity: 20 }] };
      const amendment = await buyer.client.post(`${path}/amendments`, more, 201);
      expect(codes(await waiting('amendment', amendment.id))).toEqual([NO_BUDGET]);
      const amended = await service.client().post(`${path}/amendments/${amendment.id}/approve`, {}, 200);
      expect(codes(amended)).toEqual([NO_BUDGET]);
      const { id: other } = await aSubmitted(buyer.client, await vendor(), { department_id });
      const rejected = await admin.post(`/purchase-orders/${other}/reject`, { reason: 'No' }, 200);
      expect(codes(rejected)).toEqual([NO_BUDGET]);
      expect(await by(manager).get(`/purchase-orders/${other}`)).not.toHaveProperty('warnings');
    });

    it('remain on an invoice without an order until there is a budget', async () => {
      const department_id = await aDepartment(service.client(), `I${form}`);
      const invoice = await free(by(clerk), await vendor(), { department_id });
      await by(clerk).post(`/invoices/${invoice.id}/submit`, undefined, 200);
      const warnings = [{ code: NO_BUDGET, message: 'No budget covers this document.' }];
      expect((await by(manager).get(`/invoices/${invoice.id}`)).warnings).toEqual(warnings);
      expect((await waiting('invoice', invoice.id)).warnings).toEqual(warnings);
      expect(await exception(invoice.id)).toMatchObject({ warnings, next_step: { code: 'add_budget' } });
      await aBudget(service.client(), { department_id, category: 'opex' });
      expect(await by(manager).get(`/invoices/${invoice.id}`)).not.toHaveProperty('warnings');
      expect(await waiting('invoice', invoice.id)).not.toHaveProperty('warnings');
      expect(await exception(invoice.id)).toBeUndefined();
    });

    it('remain on an invoice that was approved without a budget', async () => {
      const department_id = await aDepartment(service.client(), `J${form}`);
      const invoice = await free(by(clerk), await vendor(), { department_id });
      const approved = await by(manager).post(`/invoices/${invoice.id}/approve`, {}, 200);
      expect(codes(approved)).toEqual([NO_BUDGET]);
      await aBudget(service.client(), { department_id });
      expect(codes(await by(manager).get(`/invoices/${invoice.id}`))).toEqual([NO_BUDGET]);
      expect(await decided('invoices', invoice.id)).toEqual([{ code: NO_BUDGET }]);
    });

    it("repeat the submission's warning for an order whose budget will not suffice", async () => {
      const department_id = await aDepartment(service.client(), `S${form}`);
      await aBudget(service.client(), { department_id, allocated_amount: 300 });
      const vendorId = await vendor();
      const { id } = await aSubmitted(buyer.client, vendorId, { department_id });
      expect(await by(manager).get(`/purchase-orders/${id}`)).not.toHaveProperty('warnings');
      const { id: second } = await buyer.client.post(
        '/purchase-orders',
        { vendor_id: vendorId, department_id, items: [{ description: 'Pens', quantity: 1, unit_price: 10 }] },
        201,
      );
      const published = await by(buyer).post(`/purchase-orders/${second}/submit`, undefined, 200);
      expect(codes(published)).toEqual(['BUDGET_EXCEEDED']);
      expect((await by(manager).get(`/purchase-orders/${second}`)).warnings).toEqual(published.warnings);
      expect((await waiting('purchase_order', second)).warnings).toEqual(published.warnings);
      await admin.post(`/purchase-orders/${id}/reject`, { reason: 'No' }, 200);
      expect(await by(manager).get(`/purchase-orders/${second}`)).not.toHaveProperty('warnings');
    });
  });

  it('of a blocked vendor appear on its invoice until the vendor is unblocked', async () => {
    const id = await vendor();
    const invoice = await free(by(clerk), id);
    await service.client().post(`/vendors/${id}/block`, { reason: 'x' }, 200);
    expect(codes(await by(manager).get(`/invoices/${invoice.id}`))).toEqual(['VENDOR_BLOCKED']);
    await service.client().post(`/vendors/${id}/unblock`, {}, 200);
    expect(await by(manager).get(`/invoices/${invoice.id}`)).not.toHaveProperty('warnings');
  });

  it('are in the reader’s language', async () => {
    const { second } = await twins(await vendor());
    const { body } = await admin.call('GET', `/invoices/${second.id}`, 200, undefined, {
      headers: { 'Accept-Language': 'ar' },
    });
    expect(body.data.warnings[0].message).toMatch(/\p{Script=Arabic}/u);
  });
});
