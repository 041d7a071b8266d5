import { type Service, startApp, storyClock } from '../../support/app';
import { aBudget, aDepartment } from '../../support/budgets';
import type { Client, Loose } from '../../support/client';
import { anOrderOf, aNumber, enter, LINES } from '../../support/invoices';
import { aDraft, aSubmitted, asOwner, aVendor, colleague, settings } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

describe.each(ONE_FORM)('Overrides, in Form %s', (form) => {
  let service: Service;
  let departmentId: number;
  let vendorId: number;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock() });
    await settings(service, { matching_policy: 'two_way', over_budget_action: 'block', prevent_self_approval: false });
    departmentId = await aDepartment(admin(), `OV-${form}`);
    vendorId = (await aVendor(admin())).id;
    await colleague(service, 'department_head', { departmentId });
    for (const role of ['procurement_manager', 'finance_manager']) await colleague(service, role);
  });
  afterAll(() => service.stop());
  beforeEach(() => workflow('invoices', []));

  const admin = (): Client => service.client({ form });
  const comments = 'Agreed with the board.';
  const steps = [{ role: 'department_head' }, { role: 'procurement_manager' }].map((step) => ({
    ...step,
    min_amount: 0,
  }));
  const workflow = (kind: string, rules: object[]) => admin().put(`/approval-workflows/${kind}`, { rules }, 200);
  const approve = (path: string, body: object = {}): Promise<Loose> => admin().post(`${path}/approve`, body, 200);
  const overridesOf = ({ details }: Loose) => [details.override, details.override_requested, details.overrode];
  /** The details of a record's audit entries, and of the same decisions in a trail, in order. */
  const recorded = async (entity: string, trail: string, actions: readonly string[]): Promise<Loose[]> => {
    const log: Loose[] = await service.client().get('/audit-log', 200, { entity, per_page: 100 });
    const entries = log.filter(({ action }) => actions.includes(action)).toReversed();
    const [type, id] = entity.split(':');
    const published: Loose[] = (await admin().get(`${trail}/trail`)).entries.filter(
      ({ action, subject }: Loose) => actions.includes(action) && subject.type === type && subject.id === Number(id),
    );
    expect(published.map(overridesOf)).toEqual(entries.map(overridesOf));
    return entries.map(({ details }) => details);
  };
  const ofInvoice = (id: number) => recorded(`invoice:${id}`, `/invoices/${id}`, ['step_approved', 'approved']);
  const ofOrder = (id: number, actions = ['step_approved', 'approved']) =>
    recorded(`purchase_order:${id}`, `/purchase-orders/${id}`, actions);
  const block = () => admin().post(`/vendors/${vendorId}/block`, { reason: 'Dispute' }, 200);
  const unblock = () => admin().post(`/vendors/${vendorId}/unblock`, {}, 200);

  it('of a match, a vendor block and a step are recorded at the first step of an invoice', async () => {
    const order = await anOrderOf(service, vendorId, [{}], { department_id: departmentId });
    await workflow('invoices', [{ when: {}, steps }]);
    const { id } = await enter(admin(), order, [{ quantity: 12 }]);
    await block();
    await approve(`/invoices/${id}`, { override: true, comments });
    await unblock();
    const match = { match_status: 'mismatch', reasons: ['QTY_OVER_ORDERED'] };
    const [first] = await ofInvoice(id);
    expect(first).toMatchObject({
      step: 1,
      comments,
      override: true,
      override_requested: ['override'],
      overrode: {
        approver: { role: 'department_head' },
        match,
        vendor: { vendor_id: vendorId, vendor_status: 'blocked' },
      },
    });
    await approve(`/invoices/${id}`, { override: true, comments });
    const [, last] = await ofInvoice(id);
    expect(last).toMatchObject({ step: 2, override: true });
    expect(last?.overrode).toEqual({ approver: { role: 'procurement_manager' }, match });
  });

  it('requested at a step that does not check them are recorded as requested', async () => {
    await workflow('invoices', [{ when: {}, steps }]);
    const head = await colleague(service, 'department_head', { departmentId, abilities: ['admin'] });
    const { id } = await enter(admin(), await anOrderOf(service, vendorId, [{}], { department_id: departmentId }));
    await admin().post(`/invoices/${id}/submit`, undefined, 200);
    const body = { override: true, override_budget: true, comments };
    await head.client.through(form).post(`/invoices/${id}/approve`, body, 200);
    const [first] = await ofInvoice(id);
    expect(first).toMatchObject({ step: 1, override_requested: ['override', 'override_budget'] });
    expect(first).not.toHaveProperty('overrode');
    expect(first).not.toHaveProperty('override');
  });

  it('of the vendor block at a middle step are recorded, and of the step through POST /approvals/decide', async () => {
    const order = await anOrderOf(service, vendorId, [{}], { department_id: departmentId });
    await workflow('invoices', [{ when: {}, steps: [...steps, { role: 'finance_manager', min_amount: 0 }] }]);
    const { id } = await enter(admin(), order);
    await admin().post(`/invoices/${id}/submit`, undefined, 200);
    await admin().post('/approvals/decide', { decisions: [{ type: 'invoice', id, outcome: 'approve' }] }, 200);
    await block();
    await approve(`/invoices/${id}`, { override: true, comments });
    await unblock();
    expect(await ofInvoice(id)).toMatchObject([
      { step: 1, override: true, overrode: { approver: { role: 'department_head' } } },
      { step: 2, override: true, overrode: { vendor: { vendor_id: vendorId, vendor_status: 'blocked' } } },
    ]);
  });

  it("of the budget are recorded with the invoice's decision, even if no budget was charged before", async () => {
    const department_id = await aDepartment(admin(), `OB-${form}`);
    const { name } = await aBudget(service.client(), { department_id, allocated_amount: 1000 });
    const items = [{ description: 'Desk', quantity: 1, unit_price: 10, vat_rate: 0 }];
    const order = await aDraft(service.client(), vendorId, { department_id, items });
    const { id } = await enter(admin(), { id: order.id, vendorId, items: order.items }, [
      { quantity: 1, unit_price: 5000, vat_rate: 0 },
    ]);
    await approve(`/invoices/${id}`, { override: true, override_budget: true, comments });
    const [decision] = await ofInvoice(id);
    expect(decision).toMatchObject({
      override: true,
      override_requested: ['override', 'override_budget'],
      overrode: {
        match: { match_status: 'mismatch' },
        budget: { name, available: '1000.00', requested: '5000.00', shortfall: '4000.00' },
      },
    });
  });

  it('of the approver check for an invoice without an order are recorded', async () => {
    await settings(service, { invoices_without_po: 'admin' });
    const officer = await colleague(service, 'finance_officer', { abilities: ['admin'] });
    await asOwner(
      service,
      `INSERT INTO role_permissions (tenant_id, role, permissions, updated_at) VALUES ($1, 'finance_officer', '{invoices.approve}', now())
       ON CONFLICT (tenant_id, role) DO UPDATE SET permissions = excluded.permissions`,
      [service.tenant.tenant.id],
    );
    const body = { vendor_id: vendorId, department_id: departmentId, invoice_number: aNumber() };
    const lines = { [LINES[form]]: [{ description: 'Advice', quantity: 1, unit_price: 10 }] };
    const { id } = await admin().post('/invoices', { ...body, invoice_date: '2026-03-01', ...lines }, 201);
    await officer.client.through(form).post(`/invoices/${id}/approve`, {}, 200);
    expect(await ofInvoice(id)).toMatchObject([
      { override: true, overrode: { approver: { roles: ['admin', 'finance_manager'] } } },
    ]);
    expect((await admin().get(`/invoices/${id}`)).approvals).toMatchObject([{ override: true }]);
  });

  it('of the budget are recorded with decisions about orders and amendments, and with a reopening', async () => {
    await workflow('purchase-orders', [{ when: {}, steps }]);
    const department_id = await aDepartment(admin(), `OO-${form}`);
    await colleague(service, 'department_head', { departmentId: department_id });
    const budget = await aBudget(service.client(), { department_id, allocated_amount: 100 });
    const items = [{ description: 'Desk', quantity: 2, unit_price: 500, vat_rate: 0 }];
    const { id, items: lines } = await aSubmitted(service.client(), vendorId, { department_id, items });
    const path = `/purchase-orders/${id}`;
    const over = { override_budget: true, comments };
    const amounts = { name: budget.name, available: '100.00', requested: '1000.00' };
    await approve(path, over);
    await approve(path, over);
    const [first, last] = await ofOrder(id);
    expect(first).toMatchObject({ step: 1, override_requested: ['override_budget'] });
    expect(first?.overrode).toEqual({ approver: { role: 'department_head' } });
    expect(last).toMatchObject({ step: 2, override: true, overrode: { budget: amounts } });

    const more = { reason: 'One more', items: [{ id: lines[0].id, quantity: 3 }] };
    const amendment = await service.client().post(`${path}/amendments`, more, 201);
    await approve(`${path}/amendments/${amendment.id}`, over);
    await approve(`${path}/amendments/${amendment.id}`, over);
    expect(await ofOrder(id, ['amendment_step_approved', 'amended'])).toMatchObject([
      { amendment_id: amendment.id, step: 1, override_requested: ['override_budget'] },
      { amendment_id: amendment.id, step: 2, override: true, overrode: { budget: { requested: '500.00' } } },
    ]);

    await admin().post(`${path}/close`, { reason: 'Enough' }, 200);
    await admin().post(`${path}/reopen`, { reason: 'Not enough', ...over }, 200);
    expect(await ofOrder(id, ['reopened'])).toMatchObject([
      {
        comments,
        override: true,
        override_requested: ['override_budget'],
        overrode: { budget: { name: budget.name } },
      },
    ]);
  });
});
