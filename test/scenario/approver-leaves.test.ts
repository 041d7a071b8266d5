import { Service, startApp, storyClock } from '../support/app';
import { anOrder, submitted } from '../support/invoices';
import { aSubmitted, aVendor, Colleague, colleague } from '../support/purchase-orders';
import { ONE_FORM } from '../support/sampled';

/** When an approver leaves, every pending order still has an approver. */
describe.each(ONE_FORM)('Deactivation of an approver during a step, in Form %s', (form) => {
  let service: Service;
  let vendorId: number;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock() });
    vendorId = (await aVendor(admin())).id;
  });
  afterAll(() => service.stop());

  const admin = () => service.client();
  const route = (steps: object[]) => admin().put('/approval-workflows/purchase-orders', { rules: [{ steps }] }, 200);
  const get = (id: number) => admin().get(`/purchase-orders/${id}`);
  const approve = (who: Colleague, id: number, status: number) =>
    who.client.through(form).post(`/purchase-orders/${id}/approve`, {}, status);
  const leaves = ({ id }: Colleague) => admin().through(form).delete(`/users/${id}`, 200);
  const pending = async (id: number): Promise<number[]> =>
    (await get(id)).pending_approvers.map((person: { id: number }) => person.id);
  const handedOver = async (id: number) =>
    (
      await admin().get('/audit-log', 200, { entity_type: 'purchase_order', entity_id: id, action: 'step_reassigned' })
    ).map((entry: { details: object }) => entry.details);

  it('reassigns a step of listed users to the others listed, then to the admins', async () => {
    const [one, two] = [await colleague(service, 'viewer'), await colleague(service, 'viewer')];
    await route([{ user_ids: [one.id, two.id] }]);
    const { id } = await aSubmitted(admin(), vendorId);
    expect(await pending(id)).toEqual([one.id, two.id]);

    await leaves(one);
    expect(await pending(id)).toEqual([two.id]);
    await approve(one, id, 401);

    await leaves(two);
    const owner = { id: service.tenant.user.id, name: 'Olivia Owner' };
    expect(await pending(id)).toEqual([owner.id]);
    expect(await handedOver(id)).toEqual([
      { step: 1, from: { id: two.id, name: two.name }, to: [owner] },
      { step: 1, from: { id: one.id, name: one.name }, to: [{ id: two.id, name: two.name }] },
    ]);
    const trail = (await get(id)).audit_trail.map((entry: { action: string }) => entry.action);
    expect(trail).toEqual(['created', 'submitted', 'step_reassigned', 'step_reassigned']);
    expect((await admin().post(`/purchase-orders/${id}/approve`, {}, 200)).status).toBe('approved');
  });

  it('retains given approvals and reassigns the missing one to an admin', async () => {
    const [stays, goes] = [await colleague(service, 'finance_officer'), await colleague(service, 'finance_officer')];
    await route([{ role: 'finance_officer', mode: 'all' }, { role: 'admin' }]);
    const { id } = await aSubmitted(admin(), vendorId);
    await approve(stays, id, 200);
    expect(await pending(id)).toEqual([goes.id]);

    await leaves(goes);
    expect(await pending(id)).toEqual([service.tenant.user.id]);
    await approve(stays, id, 403);
    const order = await admin().post(`/purchase-orders/${id}/approve`, {}, 200);
    expect(order.status).toBe('pending_approval');
    expect(order.approvals.map((each: { step: number; status: string }) => [each.step, each.status])).toEqual([
      [1, 'approved'],
      [1, 'approved'],
      [2, 'pending'],
    ]);
  });

  it('writes one audit entry, for the order whose current step was assigned to that approver', async () => {
    const [one, two] = [await colleague(service, 'viewer'), await colleague(service, 'viewer')];
    await route([{ user_ids: [one.id] }]);
    const first = await aSubmitted(admin(), vendorId);
    await route([{ user_ids: [one.id] }, { user_ids: [two.id] }]);
    const second = await aSubmitted(admin(), vendorId);
    await approve(one, second.id, 200);
    await route([{ user_ids: [one.id] }]);
    const third = await aSubmitted(admin(), vendorId);
    await leaves(two);
    const owner = { id: service.tenant.user.id, name: 'Olivia Owner' };
    expect(await handedOver(second.id)).toEqual([{ step: 2, from: { id: two.id, name: two.name }, to: [owner] }]);
    for (const { id } of [first, third]) expect(await handedOver(id)).toEqual([]);
  });

  it('writes no entry for orders not assigned to that approver or already decided by them', async () => {
    const [one, other] = [
      await colleague(service, 'procurement_manager'),
      await colleague(service, 'procurement_manager'),
    ];
    await route([{ role: 'procurement_manager', mode: 'all' }]);
    const decided = await aSubmitted(admin(), vendorId);
    await approve(one, decided.id, 200);
    await route([{ user_ids: [other.id] }]);
    const notAsked = await aSubmitted(admin(), vendorId);
    await leaves(one);
    expect(await handedOver(decided.id)).toEqual([]);
    expect(await handedOver(notAsked.id)).toEqual([]);
    expect(await pending(decided.id)).toEqual([other.id]);
  });

  it("reassigns the step of an invoice and records it in the invoice's audit log", async () => {
    const one = await colleague(service, 'finance_manager');
    const two = await colleague(service, 'finance_manager');
    const rules = [{ steps: [{ user_ids: [one.id, two.id] }] }];
    await admin().put('/approval-workflows/invoices', { rules }, 200);
    const { id } = await submitted(admin(), await anOrder(service));
    await admin().put('/approval-workflows/invoices', { rules: [] }, 200);
    await leaves(one);
    const said = { entity_type: 'invoice', entity_id: id, action: 'step_reassigned' };
    const entries = await admin().get<{ details: object }[]>('/audit-log', 200, said);
    expect(entries.map(({ details }) => details)).toEqual([
      { step: 1, from: { id: one.id, name: one.name }, to: [{ id: two.id, name: two.name }] },
    ]);
  });

  it('removes the approver as a delegate of other approvers', async () => {
    const [asked, lent] = [await colleague(service, 'viewer'), await colleague(service, 'requester')];
    await route([{ user_ids: [asked.id] }]);
    const days = { from: '2026-03-10', to: '2026-03-31' };
    await admin().post(`/users/${asked.id}/delegations`, { delegate_id: lent.id, ...days }, 201);
    const { id } = await aSubmitted(admin(), vendorId);
    expect(await pending(id)).toEqual([asked.id, lent.id]);
    await leaves(lent);
    expect(await pending(id)).toEqual([asked.id]);
  });

  it('removes the head of the department from pending approvers', async () => {
    const [head, deputy] = [await colleague(service, 'viewer'), await colleague(service, 'department_head')];
    const department = await admin().post('/departments', { name: 'Labs', code: 'LAB', head_user_id: head.id }, 201);
    await admin().put(`/users/${deputy.id}`, { department_id: department.id }, 200);
    await route([{ role: 'department_head' }]);
    const { id } = await aSubmitted(admin(), vendorId, { department_id: department.id });
    expect(await pending(id)).toEqual([head.id, deputy.id]);
    await leaves(head);
    expect(await pending(id)).toEqual([deputy.id]);
    expect((await approve(deputy, id, 200)).status).toBe('approved');
  });
});
