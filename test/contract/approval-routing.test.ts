import { type Service, startApp } from '../support/app';
import type { Client, Loose } from '../support/client';
import { aNumber, LINES, linesOf } from '../support/invoices';
import { approveAll, aVendor, type Colleague, colleague, settings } from '../support/purchase-orders';
import { ONE_FORM } from '../support/sampled';

/** Approval steps of orders, amendments and invoices: all use the same conditions. */
describe.each(ONE_FORM)('approval routing, Form %s', (form) => {
  let service: Service;
  let project: number;
  let department: number;
  let cement: number;
  let plain: number;
  let officer: Colleague;

  beforeAll(async () => {
    service = await startApp({ redis: false });
    project = (await admin().post('/projects', { name: 'Tower', code: `TWR-${form}` }, 201)).id;
    department = (await admin().post('/departments', { name: 'Works', code: `WRK-${form}` }, 201)).id;
    cement = (await aVendor(admin(), { category: 'Cement' })).id;
    plain = (await aVendor(admin())).id;
    officer = await colleague(service, 'finance_officer');
  });
  afterAll(() => service.stop());
  beforeEach(() => settings(service, { matching_policy: 'two_way' }));
  afterEach(async () => {
    for (const kind of ['purchase-orders', 'amendments', 'invoices'])
      await rules(kind, kind === 'amendments' ? null : []);
  });

  const admin = (): Client => service.client({ form });
  const rules = (kind: string, list: object[] | null) =>
    admin().put(`/approval-workflows/${kind}`, { rules: list }, 200);
  const named = (name: string, min_amount = 0) => ({ name, role: 'finance_officer', min_amount });
  const everyCondition = () => [
    { steps: [named('any')] },
    { when: { expense_type: 'CAPEX' }, steps: [named('capex')] },
    { when: { vendor_category: 'Cement' }, steps: [named('cement')] },
    { when: { department_id: department }, steps: [named('works')] },
    { when: { project_id: project }, steps: [named('tower')] },
  ];
  const place = () => ({ department_id: department, project_id: project });
  const asked = ({ approvals }: Loose): [number, string, string][] =>
    approvals.map(({ round, approver, status }: Loose) => [round, approver, status]);

  const order = async (vendorId: number, fields: object = {}): Promise<number> => {
    const items = [{ description: 'Cement', quantity: 10, unit_price: 100, vat_rate: 0 }];
    return (await service.client().post('/purchase-orders', { vendor_id: vendorId, items, ...fields }, 201)).id;
  };
  const submitted = async (vendorId: number, fields: object = {}): Promise<Loose> => {
    const id = await order(vendorId, fields);
    await admin().post(`/purchase-orders/${id}/submit`, undefined, 200);
    return admin().get(`/purchase-orders/${id}`);
  };
  const approvedOrder = async (vendorId: number, fields: object = {}): Promise<Loose> => {
    const id = await order(vendorId, fields);
    await admin().post(`/purchase-orders/${id}/submit`, undefined, 200);
    await approveAll(service.client(), id);
    return admin().get(`/purchase-orders/${id}`);
  };
  const bill = async (of: Loose, quantity = 10): Promise<number> => {
    const lines = [{ po_line_id: linesOf(of)[0]?.id, quantity }];
    const body = { purchase_order_id: of.id, invoice_number: aNumber(), invoice_date: '2026-03-01' };
    const { id } = await admin().post('/invoices', { ...body, [LINES[form]]: lines }, 201);
    await admin().post(`/invoices/${id}/submit`, undefined, 200);
    return id;
  };
  const invoice = (id: number): Promise<Loose> => admin().get(`/invoices/${id}`);

  it('uses the most specific rule for an order', async () => {
    await rules('purchase-orders', everyCondition());
    expect(asked(await submitted(plain))).toEqual([[1, 'any', 'pending']]);
    expect(asked(await submitted(plain, { expense_type: 'CAPEX' }))).toEqual([[1, 'capex', 'pending']]);
    expect(asked(await submitted(cement, { expense_type: 'CAPEX' }))).toEqual([[1, 'cement', 'pending']]);
    expect(asked(await submitted(cement, { department_id: department }))).toEqual([[1, 'works', 'pending']]);
    expect(asked(await submitted(cement, place()))).toEqual([[1, 'tower', 'pending']]);
  });

  it('uses the amendment rules, else the order rules, with the amended total', async () => {
    await rules('purchase-orders', [{ steps: [named('order')] }]);
    const placed = await approvedOrder(cement, place());
    const [line] = linesOf(placed);
    const amend = (quantity: number): Promise<Loose> =>
      admin().post(
        `/purchase-orders/${placed.id}/amendments`,
        { reason: 'More', items: [{ id: line?.id, quantity }] },
        201,
      );
    const cancel = ({ id }: Loose) => admin().post(`/purchase-orders/${placed.id}/amendments/${id}/cancel`, {}, 200);

    const inherited = await amend(11);
    expect(asked(inherited)).toEqual([[1, 'order', 'pending']]);
    expect(inherited).toMatchObject({ current_approval_step: 1, pending_approvers: [{ id: officer.id }] });
    await cancel(inherited);

    await rules('amendments', [
      { steps: [named('any')] },
      { when: { project_id: project, vendor_category: 'Cement' }, steps: [named('small'), named('large', 1200)] },
    ]);
    const below = await amend(11);
    expect(asked(below)).toEqual([[1, 'small', 'pending']]);
    await cancel(below);
    expect(asked(await amend(12))).toEqual([
      [1, 'small', 'pending'],
      [1, 'large', 'waiting'],
    ]);
  });

  it('uses the project, department, expense type and vendor for an invoice', async () => {
    const placed = await Promise.all([
      approvedOrder(plain),
      approvedOrder(plain, { expense_type: 'CAPEX' }),
      approvedOrder(cement, { expense_type: 'CAPEX' }),
      approvedOrder(cement, { department_id: department }),
      approvedOrder(cement, place()),
    ]);
    await rules('invoices', [...everyCondition(), { when: { without_order: true }, steps: [named('without')] }]);
    const names: string[] = [];
    for (const each of placed) names.push(asked(await invoice(await bill(each)))[0]?.[1] ?? '-');
    expect(names).toEqual(['any', 'capex', 'cement', 'works', 'tower']);

    const lines = [{ description: 'Advice', quantity: 1, unit_price: 10 }];
    const body = {
      vendor_id: cement,
      department_id: department,
      invoice_number: aNumber(),
      invoice_date: '2026-03-01',
    };
    const { id } = await admin().post('/invoices', { ...body, [LINES[form]]: lines }, 201);
    await admin().post(`/invoices/${id}/submit`, undefined, 200);
    expect(asked(await invoice(id))).toEqual([[1, 'without', 'pending']]);
  });

  it('routes an invoice to the head of its order’s department', async () => {
    const head = await colleague(service, 'department_head', { departmentId: department });
    const placed = await approvedOrder(plain, { department_id: department });
    await rules('invoices', [{ steps: [{ role: 'department_head' }] }]);
    const id = await bill(placed);
    expect((await invoice(id)).pending_approvers).toMatchObject([{ id: head.id }]);
    const approved = await head.client.through(form).post(`/invoices/${id}/approve`, { comments: 'Ours.' }, 200);
    expect(approved).toMatchObject({ status: 'approved', approvals: [{ approver: head.name, comments: 'Ours.' }] });
  });

  it('skips the open steps if the invoice no longer matches, and starts a new round once it matches again', async () => {
    const placed = await approvedOrder(plain);
    const receive = async (): Promise<number> =>
      (
        await service
          .client()
          .post(
            `/purchase-orders/${placed.id}/goods-receipts`,
            { lines: [{ item_id: linesOf(placed)[0]?.id, quantity_received: 10 }] },
            201,
          )
      ).id;
    await settings(service, { matching_policy: 'three_way' });
    await rules('invoices', [{ steps: [named('one'), named('two')] }]);
    const receipt = await receive();
    const id = await bill(placed);
    await officer.client.through(form).post(`/invoices/${id}/approve`, {}, 200);
    expect((await invoice(id)).current_approval_step).toBe(2);

    await service.client().post(`/goods-receipts/${receipt}/cancel`, { reason: 'Wrong order' }, 200);
    expect(await invoice(id)).toMatchObject({
      status: 'submitted',
      current_approval_step: null,
      pending_approvers: [],
    });
    expect(asked(await invoice(id))).toEqual([
      [1, officer.name, 'approved'],
      [1, 'two', 'skipped'],
    ]);

    await receive();
    expect(await invoice(id)).toMatchObject({ status: 'pending', current_approval_step: 1 });
    expect(asked(await invoice(id)).slice(2)).toEqual([
      [2, 'one', 'pending'],
      [2, 'two', 'waiting'],
    ]);
  });

  it('requires all steps of an invoice whose match an admin overrides', async () => {
    const placed = await approvedOrder(plain);
    await rules('invoices', [{ steps: [named('one'), named('two')] }]);
    const id = await bill(placed, 11);
    expect(await invoice(id)).toMatchObject({ status: 'submitted', approvals: [] });
    await officer.client.through(form).call('POST', `/invoices/${id}/approve`, 422, {});
    expect(await invoice(id)).toMatchObject({ status: 'submitted', approvals: [] });
    const override = { override: true, comments: 'By phone.' };
    expect((await admin().post(`/invoices/${id}/approve`, override, 200)).status).toBe('pending');
    await officer.client.through(form).call('POST', `/invoices/${id}/approve`, 422, {});
    expect(await admin().post(`/invoices/${id}/approve`, override, 200)).toMatchObject({
      status: 'approved',
      overridden: true,
    });
  });

  it('reassigns an open step of a deactivated user and records it in the audit log', async () => {
    const [goes, stays] = [
      await colleague(service, 'procurement_officer'),
      await colleague(service, 'procurement_officer'),
    ];
    const placed = await approvedOrder(plain);
    await rules('invoices', [{ steps: [{ user_ids: [goes.id, stays.id] }] }]);
    const id = await bill(placed);
    await admin().delete(`/users/${goes.id}`, 200);
    expect((await invoice(id)).pending_approvers).toMatchObject([{ id: stays.id }]);
    const entries = await admin().get('/audit-log', 200, {
      entity_type: 'invoice',
      entity_id: id,
      action: 'step_reassigned',
    });
    expect(entries).toMatchObject([
      { details: { step: 1, from: { id: goes.id, name: goes.name }, to: [{ id: stays.id, name: stays.name }] } },
    ]);
  });

  it('assigns an invoice step to the admins if its user may not approve invoices', async () => {
    const viewer = await colleague(service, 'viewer');
    const placed = await approvedOrder(plain);
    await rules('invoices', [{ steps: [{ user_ids: [viewer.id] }] }]);
    const id = await bill(placed);
    expect((await invoice(id)).pending_approvers).toMatchObject([{ id: service.tenant.user.id }]);
    await viewer.client.through(form).call('POST', `/invoices/${id}/approve`, 403, {});
    expect(await invoice(id)).toMatchObject({ status: 'pending', approvals: [{ status: 'pending' }] });
  });
});
