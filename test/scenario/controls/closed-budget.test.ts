import { type Service, startApp, storyClock } from '../../support/app';
import { aBudget, aDepartment } from '../../support/budgets';
import type { Loose } from '../../support/client';
import { aDraft, approveAll, aSubmitted, aVendor, settings } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

/** Closing a budget must not lift a control that freezing it would enforce. */
describe.each(ONE_FORM)('A closed budget, in Form %s', (form) => {
  let service: Service;
  let vendorId: number;
  let departments = 0;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock() });
    vendorId = (await aVendor(service.client(), { category: 'Furniture' })).id;
    await settings(service, { invoices_without_po: 'allow', require_budget: false });
  });
  afterAll(async () => service.stop());

  const client = () => service.client({ form });
  const department = () => aDepartment(service.client(), `C${form}${(departments += 1)}`);
  const to = (id: number, status: string): Promise<Loose> => client().put(`/budgets/${id}`, { status }, 200);
  const one = (departmentId: number, price = 100) => ({
    department_id: departmentId,
    items: [{ description: 'Desk', quantity: 1, unit_price: price, vat_rate: 0 }],
  });
  const refusal = async (path: string, body: object = {}): Promise<Loose> =>
    (await client().call('POST', path, 422, body)).body.error;
  const invoice = async (departmentId: number, number: string, invoiceDate = '2026-03-01'): Promise<Loose> => {
    const line = { description: 'Taxi', quantity: 1, unit_price: 60, vat_rate: 0 };
    const body = { vendor_id: vendorId, department_id: departmentId, invoice_date: invoiceDate, line_items: [line] };
    return service.client().post('/invoices', { ...body, invoice_number: number }, 201);
  };
  const closed = (id: number, name = 'General 2026') => ({
    code: 'BUDGET_CLOSED',
    doc_url: expect.stringMatching(/\/docs\/errors\/BUDGET_CLOSED$/) as string,
    message: `The budget ${name} is closed and accepts no new commitment. A token with the ability admin can activate it again.`,
    details: { budget_id: id, status: 'closed', allowed_statuses: ['active'] },
  });

  it('rejects the submission of an order, like a frozen one', async () => {
    const departmentId = await department();
    const { id } = await aBudget(client(), { department_id: departmentId, allocated_amount: 50 });
    const order = await aDraft(service.client(), vendorId, one(departmentId));
    await to(id, 'frozen');
    expect((await refusal(`/purchase-orders/${order.id}/submit`)).code).toBe('BUDGET_FROZEN');
    await to(id, 'closed');
    expect(await refusal(`/purchase-orders/${order.id}/submit`)).toEqual(closed(id));
    expect((await service.client().get(`/purchase-orders/${order.id}`)).status).toBe('draft');
  });

  it('rejects the approval of a pending order, even with an override', async () => {
    const departmentId = await department();
    const { id } = await aBudget(client(), { department_id: departmentId });
    const { id: orderId } = await aSubmitted(service.client(), vendorId, one(departmentId));
    await to(id, 'frozen');
    expect((await refusal(`/purchase-orders/${orderId}/approve`)).code).toBe('BUDGET_FROZEN');
    await to(id, 'closed');
    expect(await refusal(`/purchase-orders/${orderId}/approve`)).toEqual(closed(id));
    const insisted = { override_budget: true, comments: 'Please' };
    expect((await refusal(`/purchase-orders/${orderId}/approve`, insisted)).code).toBe('BUDGET_CLOSED');
    expect((await service.client().get(`/purchase-orders/${orderId}`)).status).toBe('pending_approval');
    expect(await client().get(`/budgets/${id}`)).toMatchObject({ reserved_amount: 100, committed_amount: 0 });
  });

  it('rejects the approval of an invoice without an order', async () => {
    const departmentId = await department();
    const { id } = await aBudget(client(), { department_id: departmentId, status: 'closed' });
    const taxi = await invoice(departmentId, `${form}-closed`);
    const approval = { override: true, comments: 'No order' };
    expect(await refusal(`/invoices/${taxi.id}/approve`, approval)).toEqual(closed(id));
    expect((await service.client().get(`/invoices/${taxi.id}`)).status).not.toBe('approved');
    expect(await client().get(`/budgets/${id}`)).toMatchObject({ spent_amount: 0 });
  });

  it("of the invoice date's fiscal year makes an invoice without an order charge the current year", async () => {
    const departmentId = await department();
    const ofYear = (year: number, status = 'active') =>
      aBudget(client(), { department_id: departmentId, name: `General ${year}`, fiscal_year: year, status });
    const [before, present] = [await ofYear(2025), await ofYear(2026)];
    const approve = async (number: string, day: string): Promise<Loose> => {
      const { id } = await invoice(departmentId, number, day);
      return client().post(`/invoices/${id}/approve`, { override: true, comments: 'No order' }, 200);
    };
    const spent = async (): Promise<number[]> =>
      Promise.all([before, present].map(async ({ id }) => (await client().get(`/budgets/${id}`)).spent_amount));
    expect((await approve(`${form}-december-1`, '2025-12-20')).warnings).toBeUndefined();
    expect(await spent()).toEqual([60, 0]);
    await to(before.id, 'closed');
    expect((await approve(`${form}-december-2`, '2025-12-21')).warnings).toEqual([
      {
        code: 'BUDGET_CLOSED',
        message:
          'The budget General 2025 of the invoice’s fiscal year is closed, so the invoice was charged to General 2026.',
      },
    ]);
    expect(await spent()).toEqual([60, 60]);
    await to(present.id, 'closed');
    const third = await invoice(departmentId, `${form}-december-3`, '2025-12-20');
    const approval = { override: true, comments: 'No order' };
    expect(await refusal(`/invoices/${third.id}/approve`, approval)).toEqual(closed(present.id));
  });

  it('rejects an amendment that raises an approved order', async () => {
    const departmentId = await department();
    const { id } = await aBudget(client(), { department_id: departmentId });
    const order = await aSubmitted(service.client(), vendorId, one(departmentId));
    const { items } = await approveAll(service.client(), order.id);
    await to(id, 'closed');
    const path = `/purchase-orders/${order.id}/amendments`;
    const raise = { reason: 'Dearer', items: [{ id: items[0].id, unit_price: 200 }] };
    const amendment = await service.client().post(path, raise, 201);
    expect(await refusal(`${path}/${amendment.id}/approve`)).toEqual(closed(id));
  });

  it('rejects nothing if it was never active', async () => {
    const departmentId = await department();
    const draft = await aBudget(client(), { department_id: departmentId, status: 'draft' });
    await to(draft.id, 'closed');
    const order = await aDraft(service.client(), vendorId, one(departmentId));
    const submitted = await client().post(`/purchase-orders/${order.id}/submit`, undefined, 200);
    expect(submitted.warnings).toMatchObject([{ code: 'NO_BUDGET' }]);
  });

  it('of another category or year has no effect, and an active budget takes precedence over a closed one', async () => {
    const departmentId = await department();
    await aBudget(client(), { department_id: departmentId, category: 'Travel', status: 'closed' });
    await aBudget(client(), { department_id: departmentId, fiscal_year: 2025, status: 'closed' });
    const first = await aDraft(service.client(), vendorId, one(departmentId));
    const free = await client().post(`/purchase-orders/${first.id}/submit`, undefined, 200);
    expect(free.warnings).toMatchObject([{ code: 'NO_BUDGET' }]);

    const name = 'Desks';
    const { id } = await aBudget(client(), {
      department_id: departmentId,
      category: 'furniture',
      status: 'closed',
      name,
    });
    const second = await aDraft(service.client(), vendorId, one(departmentId));
    expect(await refusal(`/purchase-orders/${second.id}/submit`)).toEqual(closed(id, name));
    const general = await aBudget(client(), { department_id: departmentId });
    await client().post(`/purchase-orders/${second.id}/submit`, undefined, 200);
    expect(await client().get(`/budgets/${general.id}`)).toMatchObject({ reserved_amount: 100 });
  });

  it('accepts the order after an admin has reopened it', async () => {
    const departmentId = await department();
    const { id } = await aBudget(client(), { department_id: departmentId, status: 'closed' });
    const order = await aDraft(service.client(), vendorId, one(departmentId));
    await refusal(`/purchase-orders/${order.id}/submit`);
    await to(id, 'active');
    await client().post(`/purchase-orders/${order.id}/submit`, undefined, 200);
    expect(await client().get(`/budgets/${id}`)).toMatchObject({ reserved_amount: 100 });
  });
});
