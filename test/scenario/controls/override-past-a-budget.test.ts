import { type Service, startApp, storyClock } from '../../support/app';
import { disagreements } from '../../support/books';
import { aBudget, aDepartment } from '../../support/budgets';
import type { Loose, Reply } from '../../support/client';
import { anOrderOf, aNumber, type BilledOrderStory, enter, LINES } from '../../support/invoices';
import { aDraft, aSubmitted, aVendor, settings } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

const OVERRIDE = { override: true, comments: 'Agreed on the phone' };

describe.each(ONE_FORM)('The budget check of an invoice, in Form %s', (form) => {
  let service: Service;
  let vendorId: number;
  let departments = 0;
  let bills = 0;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock() });
    vendorId = (await aVendor(service.client())).id;
  });
  beforeEach(() =>
    settings(service, { matching_policy: 'two_way', over_budget_action: 'block', price_tolerance_pct: 0 }),
  );
  afterAll(async () => {
    expect(await disagreements(service)).toEqual({});
    await service.stop();
  });

  const client = () => service.client({ form });
  const approve = (id: number, status: number, body: object = OVERRIDE): Promise<Reply> =>
    client().call('POST', `/invoices/${id}/approve`, status, body);
  const refusal = ({ body }: Reply): Loose => body.error;
  /** An approved order of 1,000.00 and a budget of the same amount. */
  async function anOrderAndItsBudget(allocated_amount = 1000) {
    const department_id = await aDepartment(service.client(), `P${form}${(departments += 1)}`);
    const budget = await aBudget(service.client(), { department_id, allocated_amount });
    const order = await anOrderOf(service, vendorId, [{ vat_rate: 0 }], { department_id });
    return { department_id, budgetId: Number(budget.id), order };
  }
  /** Each with a different date: two with the same total and date would be suspected duplicates. */
  const aBill = async (order: BilledOrderStory, unit_price: number, quantity = 10): Promise<number> => {
    const invoice_date = `2026-03-${String((bills += 1)).padStart(2, '0')}`;
    return (await enter(client(), order, [{ unit_price, quantity, vat_rate: 0 }], { invoice_date })).id;
  };
  const figures = async (id: number) => {
    const { committed_amount, spent_amount } = await service.client().get(`/budgets/${id}`);
    return [committed_amount, spent_amount];
  };

  it('returns 422 for 115,000 on a blocking budget of 1,000, even with a match override', async () => {
    const { budgetId, order } = await anOrderAndItsBudget();
    const id = await aBill(order, 11_500);
    expect(refusal(await approve(id, 422))).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      details: { budget_id: budgetId, available: 0, requested: 114_000, shortfall: 114_000 },
    });
    expect((await client().get(`/invoices/${id}`)).status).toBe('draft');
    expect(await figures(budgetId)).toEqual([1000, 0]);
  });

  it('passes with a budget override, which is recorded', async () => {
    const { budgetId, order } = await anOrderAndItsBudget();
    const id = await aBill(order, 11_500);
    const passed = (await approve(id, 200, { ...OVERRIDE, override_budget: true })).body.data;
    expect(passed).toMatchObject({ status: 'approved', warnings: [{ code: 'BUDGET_EXCEEDED' }] });
    expect(await figures(budgetId)).toEqual([0, 115_000]);
    const [entry] = await service.client().get(`/audit-log?entity_type=budget&entity_id=${budgetId}&action=overridden`);
    const { approvals } = await service.client().get(`/invoices/${id}`);
    expect(approvals).toMatchObject([{ status: 'approved', comments: OVERRIDE.comments }]);
    expect(entry.details).toMatchObject({ invoice_id: id, requested: '114000', available: '0' });
  });

  it('covers only the amount above the commitment, to the cent', async () => {
    const { budgetId, order } = await anOrderAndItsBudget(1100);
    const over = await aBill(order, 55.01, 20);
    expect(refusal(await approve(over, 422))).toMatchObject({
      details: { available: 100, requested: 100.2, shortfall: 0.2 },
    });
    await client().post(`/invoices/${over}/reject`, { reason: 'x' }, 200);
    await approve(await aBill(order, 55, 20), 200);
    expect(await figures(budgetId)).toEqual([0, 1100]);
  });

  it('also applies to a match status that is approvable without an override', async () => {
    await settings(service, { approvable_match_statuses: ['full_match', 'mismatch'] });
    const { order } = await anOrderAndItsBudget();
    const id = await aBill(order, 200);
    expect(refusal(await approve(id, 422, {}))).toMatchObject({ code: 'BUDGET_EXCEEDED' });
    await settings(service, { approvable_match_statuses: ['full_match'] });
  });

  it('passes for a higher price within tolerance', async () => {
    await settings(service, { price_tolerance_pct: 5 });
    const { budgetId, order } = await anOrderAndItsBudget();
    await approve(await aBill(order, 105), 200, {});
    expect(await figures(budgetId)).toEqual([0, 1050]);
  });

  it('causes a warning or nothing, as the tenant has set', async () => {
    await settings(service, { over_budget_action: 'warn' });
    const warned = (await approve(await aBill((await anOrderAndItsBudget()).order, 200), 200)).body.data;
    expect(warned.warnings).toMatchObject([{ code: 'BUDGET_EXCEEDED' }]);
    await settings(service, { over_budget_action: 'ignore' });
    const ignored = (await approve(await aBill((await anOrderAndItsBudget()).order, 200), 200)).body.data;
    expect(ignored).not.toHaveProperty('warnings');
  });

  it('passes on a frozen budget up to the commitment, and fails above it', async () => {
    const { budgetId, order } = await anOrderAndItsBudget(50_000);
    await service.client().put(`/budgets/${budgetId}`, { status: 'frozen' }, 200);
    const above = await aBill(order, 101);
    expect(refusal(await approve(above, 422))).toMatchObject({ code: 'BUDGET_FROZEN' });
    await client().post(`/invoices/${above}/reject`, { reason: 'x' }, 200);
    await approve(await aBill(order, 100), 200, {});
    expect(await figures(budgetId)).toEqual([0, 1000]);
  });

  it('also applies to an invoice of an order that is unapproved or not submitted', async () => {
    const department_id = await aDepartment(service.client(), `P${form}${(departments += 1)}`);
    const budget = await aBudget(service.client(), { department_id, allocated_amount: 1000 });
    const items = [{ description: 'Desk', quantity: 1, unit_price: 10, vat_rate: 0 }];
    for (const order of [
      await aDraft(service.client(), vendorId, { department_id, items }),
      await aSubmitted(service.client(), vendorId, { department_id, items }),
    ]) {
      const id = await aBill({ id: order.id, vendorId, items: order.items }, 115_000, 1);
      expect(refusal(await approve(id, 422))).toMatchObject({
        code: 'BUDGET_EXCEEDED',
        details: { budget_id: budget.id, available: 1000, requested: 115_000, shortfall: 114_000 },
      });
    }
  });

  it('requires a budget for an invoice without an order if the tenant does, and causes a warning otherwise', async () => {
    const department_id = await aDepartment(service.client(), `P${form}${(departments += 1)}`);
    const body = {
      vendor_id: vendorId,
      department_id,
      invoice_number: aNumber(),
      invoice_date: '2026-03-01',
      [LINES[form]]: [{ description: 'Advice', quantity: 1, unit_price: 2_300_000 }],
    };
    const { id } = await client().post('/invoices', body, 201);
    await settings(service, { require_budget: true });
    expect(refusal(await approve(id, 422, {}))).toMatchObject({
      code: 'BUDGET_REQUIRED',
      details: { department_id, currency: 'SAR' },
    });
    expect(refusal(await approve(id, 422))).toMatchObject({ code: 'BUDGET_REQUIRED' });
    await settings(service, { require_budget: false });
    expect((await approve(id, 200, {})).body.data.warnings).toMatchObject([{ code: 'NO_BUDGET' }]);
  });
});
