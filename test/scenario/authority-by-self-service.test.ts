import { Service, startApp, storyClock } from '../support/app';
import { anApproved, aSubmitted, aVendor, asOwner, colleague, type Colleague } from '../support/purchase-orders';

/** Later changes of users, roles or departments add no approver to an open step. */
describe('An open approval step', () => {
  let service: Service;
  let vendorId: number;
  let operations: number;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock() });
    vendorId = (await aVendor(admin())).id;
    operations = (await admin().post('/departments', { name: 'Operations', code: 'OPS' }, 201)).id;
  });
  afterAll(() => service.stop());

  const admin = () => service.client();
  const route = (steps: object[]) => admin().put('/approval-workflows/purchase-orders', { rules: [{ steps }] }, 200);
  const change = ({ id }: Colleague, fields: object) => admin().put(`/users/${id}`, fields, 200);
  const waiting = (fields: object = {}) => aSubmitted(admin(), vendorId, { department_id: operations, ...fields });
  const approve = (who: Colleague, { id }: { id: number }, status: number) =>
    who.client.post(`/purchase-orders/${id}/approve`, {}, status);
  const pending = async ({ id }: { id: number }): Promise<number[]> =>
    (await admin().get(`/purchase-orders/${id}`)).pending_approvers.map((person: { id: number }) => person.id);
  const aHead = (departmentId: number | null) => colleague(service, 'department_head', { departmentId });

  it('excludes a head of another department who moves to this one', async () => {
    await route([{ role: 'department_head' }]);
    const theirs = await aHead(operations);
    const other = await aHead(null);
    const order = await waiting();
    await approve(other, order, 403);
    const refusal = await other.client.put(`/users/${other.id}`, { department_id: operations }, 403);
    expect(refusal.errors).toEqual({ ability: ['The ability admin is required.'] });

    // Even if an admin moves them: the step was open already.
    await change(other, { department_id: operations });
    expect(await pending(order)).toEqual([theirs.id]);
    const { error } = (await other.client.call('POST', `/purchase-orders/${order.id}/approve`, 403, {})).body;
    expect(error.code).toBe('NOT_CURRENT_APPROVER');
    const later = await waiting();
    expect(await pending(later)).toEqual([theirs.id, other.id]);
    expect((await approve(other, later, 200)).status).toBe('approved');
    expect((await approve(theirs, order, 200)).status).toBe('approved');
    await change(theirs, { department_id: null });
    await change(other, { department_id: null });
  });

  it('excludes a later head of the department, and the former head', async () => {
    const [before, after] = [await colleague(service, 'viewer'), await colleague(service, 'viewer')];
    const { id: department } = await admin().post(
      '/departments',
      { name: 'Labs', code: 'LABS', head_user_id: before.id },
      201,
    );
    const order = await waiting({ department_id: department });
    expect(await pending(order)).toEqual([before.id]);
    await admin().put(`/departments/${department}`, { head_user_id: after.id }, 200);
    await approve(before, order, 403);
    await approve(after, order, 403);
    expect(await pending(order)).toEqual([service.tenant.user.id]);
    expect((await admin().post(`/purchase-orders/${order.id}/approve`, {}, 200)).approvals).toMatchObject([
      { status: 'approved', override: false },
    ]);
  });

  it.each(['any', 'all'])('excludes users who get its role later or lose it (mode %s)', async (mode) => {
    const stays = await colleague(service, 'finance_officer');
    const goes = await colleague(service, 'finance_officer');
    await route([{ role: 'finance_officer', mode }]);
    const order = await waiting();
    const comes = await colleague(service, 'viewer');
    await change(comes, { role: 'finance_officer' });
    await change(goes, { role: 'viewer' });
    expect(await pending(order)).toEqual([stays.id]);
    await approve(comes, order, 403);
    await approve(goes, order, 403);
    expect((await approve(stays, order, 200)).status).toBe('approved');
    for (const each of [stays, comes]) await change(each, { role: 'viewer' });
  });

  it('is assigned to the users eligible at its opening, not at submission', async () => {
    await route([{ role: 'admin' }, { role: 'finance_manager' }]);
    const order = await waiting();
    const between = await colleague(service, 'finance_manager');
    await admin().post(`/purchase-orders/${order.id}/approve`, {}, 200);
    const late = await colleague(service, 'finance_manager');
    expect(await pending(order)).toEqual([between.id]);
    await approve(late, order, 403);
    await approve(between, order, 200);
  });

  it('accepts a delegate of an eligible user, and none of a user who became eligible later', async () => {
    const [asked, newcomer] = [await colleague(service, 'procurement_manager'), await colleague(service, 'viewer')];
    const delegates = [await colleague(service, 'requester'), await colleague(service, 'requester')] as const;
    await route([{ role: 'procurement_manager' }]);
    const order = await waiting();
    await change(newcomer, { role: 'procurement_manager' });
    const days = { from: '2026-03-10', to: '2026-03-20' };
    await admin().post(`/users/${newcomer.id}/delegations`, { delegate_id: delegates[1].id, ...days }, 201);
    await approve(delegates[1], order, 403);
    await admin().post(`/users/${asked.id}/delegations`, { delegate_id: delegates[0].id, ...days }, 201);
    expect((await approve(delegates[0], order, 200)).status).toBe('approved');
  });

  it('of an amendment is limited to users eligible at its opening too', async () => {
    await route([{ role: 'procurement_officer' }]);
    const asked = await colleague(service, 'procurement_officer');
    const order = await anApproved(admin(), vendorId);
    const items = [{ id: order.items[0].id, quantity: 20 }];
    const path = `/purchase-orders/${order.id}/amendments`;
    await admin().post(path, { reason: 'More', items }, 201);
    const [amendment] = await asOwner<{ id: string }>(
      service,
      'SELECT max(id) AS id FROM purchase_order_amendments WHERE purchase_order_id = $1',
      [order.id],
    );
    const late = await colleague(service, 'procurement_officer');
    await late.client.post(`${path}/${amendment?.id}/approve`, {}, 403);
    await asked.client.post(`${path}/${amendment?.id}/approve`, {}, 200);
  });

  it('falls to the admins if no user is eligible at its opening, even if one becomes eligible later', async () => {
    await route([{ role: 'procurement_manager' }]);
    await asOwner(service, "UPDATE users SET role = 'viewer' WHERE role = 'procurement_manager'");
    const order = await waiting();
    const late = await colleague(service, 'procurement_manager');
    expect(await pending(order)).toEqual([service.tenant.user.id]);
    await approve(late, order, 403);
    await admin().post(`/purchase-orders/${order.id}/approve`, {}, 200);
  });
});
