import { BudgetVerification } from '../../src/procurement/budgets';
import { type Service, startApp, storyClock } from '../support/app';
import { aBudget, aDepartment, thresholdEvents } from '../support/budgets';
import { approved, anOrderOf, enter } from '../support/invoices';
import { approveAll, aSubmitted, aVendor } from '../support/purchase-orders';
import { ONE_FORM } from '../support/sampled';

/** An order of 30,000.00 + 4,500.00 VAT on one line. */
const ORDER = [{ description: 'Servers', quantity: 300, unit_price: 100, vat_rate: 15 }];

describe.each(ONE_FORM)('A budget of 100,000.00, in Form %s', (form) => {
  let service: Service;
  let vendorId: number;
  let departments = 0;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock() });
    vendorId = (await aVendor(service.client())).id;
  });
  afterAll(async () => {
    expect((await service.app.get(BudgetVerification).all()).differences).toEqual([]);
    await service.stop();
  });

  const client = () => service.client({ form });
  const department = () => aDepartment(service.client(), `D${(departments += 1)}`);
  /** reserved, committed, spent, available, utilization; uninvoiced, pending payment, paid. */
  const row = async (budgetId: number) => {
    const { breakdown, ...figures } = await client().get(`/budgets/${budgetId}/utilization`);
    const parts = breakdown.by_po_status;
    expect(breakdown.remaining_against_committed).toBe(parts.approved_uninvoiced + parts.invoiced_pending_payment);
    return [
      [figures.reserved_amount, figures.committed_amount, figures.spent_amount],
      [figures.available_amount, figures.utilization_percentage],
      [parts.approved_uninvoiced, parts.invoiced_pending_payment, parts.paid],
    ];
  };

  it('follows an order from submission to its last, cheaper invoice', async () => {
    const departmentId = await department();
    const { id } = await aBudget(client(), { department_id: departmentId });
    const order = await aSubmitted(service.client(), vendorId, { department_id: departmentId, items: ORDER });
    expect(await row(id)).toEqual([
      [34_500, 0, 0],
      [100_000, 0],
      [0, 0, 0],
    ]);

    const { items } = await approveAll(service.client(), order.id);
    expect(await row(id)).toEqual([
      [0, 34_500, 0],
      [65_500, 34.5],
      [34_500, 0, 0],
    ]);

    const billed = { id: order.id, vendorId, items };
    const third = await approved(service.client(), billed, [{ quantity: 100 }]);
    expect(third.total).toBe(11_500);
    expect(await row(id)).toEqual([
      [0, 23_000, 11_500],
      [65_500, 34.5],
      [23_000, 11_500, 0],
    ]);

    await client().post(`/invoices/${third.id}/payments`, { amount: 11_500 }, 201);
    expect(await row(id)).toEqual([
      [0, 23_000, 11_500],
      [65_500, 34.5],
      [23_000, 0, 11_500],
    ]);

    const rest = await approved(service.client(), billed, [{ quantity: 200, unit_price: 99 }]);
    expect(rest.total).toBe(22_770);
    expect(await row(id)).toEqual([
      [0, 0, 34_270],
      [65_730, 34.27],
      [0, 22_770, 11_500],
    ]);
    expect(await thresholdEvents(service, id)).toEqual([]);

    const movements = await client().get(`/budgets/${id}/movements`, 200, { sort: 'id', order: 'asc' });
    expect(movements.map(({ type }: { type: string }) => type)).toEqual([
      'reserve',
      'release',
      'commit',
      'relieve',
      'spend',
      'pay',
      'relieve',
      'spend',
    ]);
    expect(movements[4]).toMatchObject({
      spent_change: 11_500,
      invoice: { id: third.id, invoice_number: third.invoice_number },
      purchase_order: { id: order.id, po_number: order.po_number },
      currency: 'SAR',
    });
  });

  it('shows 80.00 for 79,999.99 without a threshold event, and publishes the event at 80,000.00', async () => {
    const departmentId = await department();
    const { id } = await aBudget(client(), { department_id: departmentId });
    const items = [{ description: 'Licences', quantity: 1, unit_price: 79_999.99, vat_rate: 0 }];
    await anOrderOf(service, vendorId, items, { department_id: departmentId });
    expect((await row(id))[1]).toEqual([20_000.01, 80]);
    expect(await thresholdEvents(service, id)).toEqual([]);

    const cent = [{ description: 'A cent', quantity: 1, unit_price: 0.01, vat_rate: 0 }];
    await anOrderOf(service, vendorId, cent, { department_id: departmentId });
    expect(await thresholdEvents(service, id)).toEqual([
      {
        budget_id: id,
        external_id: null,
        name: 'General 2026',
        threshold_percentage: 80,
        crossed_thresholds: [80],
        utilization_percentage: 80,
        allocated_amount: 100_000,
        committed_amount: 80_000,
        spent_amount: 0,
        available_amount: 20_000,
        currency: 'SAR',
        fiscal_year: 2026,
        department_id: departmentId,
      },
    ]);
  });

  it('commits the open part at the new price when a half billed order is amended', async () => {
    const departmentId = await department();
    const { id } = await aBudget(client(), { department_id: departmentId });
    const order = await anOrderOf(service, vendorId, [{}], { department_id: departmentId });
    await approved(service.client(), order, [{ quantity: 5 }]);
    expect(await row(id)).toEqual([
      [0, 575, 575],
      [98_850, 1.15],
      [575, 575, 0],
    ]);

    const cheaper = { reason: 'Agreed', items: [{ id: order.items[0]?.id, unit_price: 80 }] };
    await service.client().post(`/purchase-orders/${order.id}/amendments`, cheaper, 201);
    expect(await row(id)).toEqual([
      [0, 460, 575],
      [98_965, 1.04],
      [460, 575, 0],
    ]);
  });

  it('checks only the open part when a half billed order becomes more expensive', async () => {
    const departmentId = await department();
    // 1,150.00 are ordered: 575.00 spent, 575.00 still committed, 50.00 available.
    const { id } = await aBudget(client(), { department_id: departmentId, allocated_amount: 1_200 });
    const order = await anOrderOf(service, vendorId, [{}], { department_id: departmentId });
    await approved(service.client(), order, [{ quantity: 5 }]);
    const path = `/purchase-orders/${order.id}/amendments`;
    const dearer = (unit_price: number) => ({ reason: 'Steel', items: [{ id: order.items[0]?.id, unit_price }] });

    // Five at 5.00 more, VAT included: 28.75.
    const within = await client().post(path, dearer(105), 201);
    expect(await client().post(`${path}/${within.id}/approve`, {}, 200)).toMatchObject({ status: 'applied' });
    expect(await row(id)).toEqual([
      [0, 603.75, 575],
      [21.25, 98.23],
      [603.75, 575, 0],
    ]);
    // Another 5.00 each: 28.75 more than is available.
    const beyond = await client().post(path, dearer(110), 201);
    const refused = await client().call('POST', `${path}/${beyond.id}/approve`, 422, {});
    expect(refused.body.error.code).toBe('BUDGET_EXCEEDED');
    expect((await row(id))[0]).toEqual([0, 603.75, 575]);
  });

  it('spends the printed total, 0.01 off its lines, and has nothing left over after a credit', async () => {
    const departmentId = await department();
    const { id } = await aBudget(client(), { department_id: departmentId });
    const lines = [1, 2, 3].map(() => ({ quantity: 1, unit_price: 10.1 }));
    const order = await anOrderOf(service, vendorId, lines, { department_id: departmentId });
    expect((await row(id))[0]).toEqual([0, 34.86, 0]);

    const printed = { subtotal: 30.3, vat_amount: 4.55, total: 34.85 };
    const invoice = await approved(
      service.client(),
      order,
      [{ quantity: 1 }, { quantity: 1 }, { quantity: 1 }],
      printed,
    );
    expect((await row(id))[0]).toEqual([0, 0, 34.85]);

    const credited = invoice.line_items.map((line: { id: number }) => ({ line_item_id: line.id, quantity: 1 }));
    const note = { credit_note_number: `CN-${form}-1`, lines: credited, reason: 'Returned' };
    await service.client().post(`/invoices/${invoice.id}/credit-notes`, note, 201);
    expect((await row(id))[0]).toEqual([0, 34.86, 0]);
  });

  it('counts money as owed back after a line credit on a paid invoice, until it is refunded', async () => {
    const departmentId = await department();
    const { id } = await aBudget(client(), { department_id: departmentId });
    const order = await anOrderOf(service, vendorId, [{}], { department_id: departmentId });
    const invoice = await approved(service.client(), order);
    await service.client().post(`/invoices/${invoice.id}/payments`, { amount: 1150 }, 201);

    const note = {
      credit_note_number: `CN-${form}-2`,
      lines: [{ line_item_id: invoice.line_items[0].id, quantity: 2 }],
      reason: 'Broken',
    };
    await service.client().post(`/invoices/${invoice.id}/credit-notes`, note, 201);
    expect(await row(id)).toEqual([
      [0, 230, 920],
      [98_850, 1.15],
      [230, -230, 1150],
    ]);

    await service.client().post(`/invoices/${invoice.id}/payments`, { amount: -230 }, 201);
    expect(await row(id)).toEqual([
      [0, 230, 920],
      [98_850, 1.15],
      [230, 0, 920],
    ]);
  });

  it('is not checked again for an invoice above its commitment but within tolerance', async () => {
    const departmentId = await department();
    const { id } = await aBudget(client(), { department_id: departmentId, allocated_amount: 1000 });
    const lines = [{ quantity: 1000, unit_price: 1, vat_rate: 0 }];
    const order = await anOrderOf(service, vendorId, lines, { department_id: departmentId });
    await service.client().put('/settings', { price_tolerance_pct: 5 }, 200);
    const dearer = await enter(service.client(), order, [{ quantity: 1000, unit_price: 1.05 }]);
    await service.client().post(`/invoices/${dearer.id}/submit`, undefined, 200);
    await service.client().post(`/invoices/${dearer.id}/approve`, {}, 200);
    expect(await row(id)).toEqual([
      [0, 0, 1050],
      [-50, 105],
      [0, 1050, 0],
    ]);
    expect((await thresholdEvents(service, id)).map((event) => event.crossed_thresholds)).toEqual([[80, 90, 100]]);
  });
});
