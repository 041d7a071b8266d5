import { Service, startApp } from '../support/app';
import {
  aDraft,
  anApproved,
  approveAll,
  aSubmitted,
  aVendor,
  Colleague,
  colleague,
  settings,
} from '../support/purchase-orders';
import { FORMS } from '../support/sampled';

describe('purchase order amendments', () => {
  let service: Service;
  let vendorId: number;
  let finance: Colleague;

  beforeAll(async () => {
    service = await startApp();
    vendorId = (await aVendor(admin())).id;
    finance = await colleague(service, 'finance_manager');
  });
  afterAll(async () => service.stop());

  const admin = () => service.client();
  const route = (rules: object[]) => admin().put('/approval-workflows/purchase-orders', { rules }, 200);

  describe.each(FORMS)('in Form %s', (form) => {
    const client = () => service.client({ form });

    it('apply at once if nothing exceeds the approval, and store the previous version', async () => {
      const order = await anApproved(admin(), vendorId, { notes: 'First words' });
      const path = `/purchase-orders/${order.id}`;
      const reply = await client().call('POST', `${path}/amendments`, 201, {
        reason: 'Fewer, and later',
        items: [{ id: order.items[0].id, quantity: 4 }],
        expected_delivery_date: '2027-05-01',
        notes: 'Second words',
      });
      expect(reply.body.data).toMatchObject({
        number: 1,
        purchase_order_id: order.id,
        status: 'applied',
        reason: 'Fewer, and later',
        items: [{ id: order.items[0].id, quantity: 4 }],
        total_before: 293.25,
        total_after: 117.3,
        current_approval_step: null,
        pending_approvers: [],
        created_by: { name: 'Olivia Owner' },
        decided_at: expect.any(String),
      });
      expect(await admin().get(path)).toMatchObject({
        status: 'approved',
        po_number: order.po_number,
        version: 2,
        total_amount: 117.3,
        notes: 'Second words',
        expected_delivery_date: '2027-05-01',
        items: [{ quantity: 4, unit_price: 25.5 }],
        audit_trail: expect.arrayContaining([expect.objectContaining({ action: 'amended' })]),
      });
      const versions = await client().call('GET', `${path}/versions`, 200);
      expect(versions.body.meta.total).toBe(2);
      expect(versions.body.data).toMatchObject([
        { version: 2, is_current: true, total_amount: 117.3, amendment: null, items: [{ quantity: 4 }] },
        {
          version: 1,
          is_current: false,
          total_amount: 293.25,
          notes: 'First words',
          superseded_at: expect.any(String),
          amendment: { number: 1, reason: 'Fewer, and later' },
          items: [{ quantity: 10, total: 293.25 }],
        },
      ]);
    });

    it('need approval if the total rises, and leave the order unchanged until then', async () => {
      const order = await anApproved(admin(), vendorId);
      await route([{ steps: [{ role: 'finance_manager' }] }]);
      const path = `/purchase-orders/${order.id}`;
      const amendment = await client().post(
        `${path}/amendments`,
        {
          reason: 'More',
          items: [
            { id: order.items[0].id, quantity: 20 },
            { description: 'Ink', quantity: 1, unit_price: 5 },
          ],
        },
        201,
      );
      expect(amendment).toMatchObject({
        status: 'pending',
        current_approval_step: 1,
        pending_approvers: [{ id: finance.id }],
        approvals: [{ step: 1, status: 'pending' }],
        total_after: 591.5,
      });
      expect(await admin().get(path)).toMatchObject({
        status: 'approved',
        version: 1,
        total_amount: 293.25,
        approvals: [{ status: 'approved' }],
      });
      const second = await client().call('POST', `${path}/amendments`, 422, { reason: 'Another', notes: 'x' });
      expect(second.body.error.code).toBe('INVALID_STATUS');
      const approve = `${path}/amendments/${amendment.id}/approve`;
      const applied = await finance.client.through(form).post(approve, { comments: 'Go on' }, 200);
      expect(applied).toMatchObject({
        status: 'applied',
        approvals: [{ approver: finance.name, status: 'approved', comments: 'Go on' }],
      });
      expect(await admin().get(path)).toMatchObject({
        version: 2,
        total_amount: 591.5,
        items: [{ quantity: 20 }, { line_number: 2, description: 'Ink' }],
      });
      await finance.client.through(form).post(approve, {}, 422);
      await route([{ steps: [{ role: 'department_head' }] }]);
    });

    it('can be rejected and cancelled, after which another may be requested', async () => {
      const order = await anApproved(admin(), vendorId);
      const path = `/purchase-orders/${order.id}/amendments`;
      const raise = { reason: 'More', items: [{ id: order.items[0].id, unit_price: 30 }] };
      const first = await client().post(path, raise, 201);
      await client().post(`${path}/${first.id}/reject`, {}, 422);
      expect(await client().post(`${path}/${first.id}/reject`, { reason: 'Too dear' }, 200)).toMatchObject({
        status: 'rejected',
        decision_reason: 'Too dear',
        approvals: [{ status: 'rejected' }],
      });
      const second = await client().post(path, raise, 201);
      expect(await client().post(`${path}/${second.id}/cancel`, {}, 200)).toMatchObject({
        status: 'cancelled',
        approvals: [{ status: 'skipped' }],
        pending_approvers: [],
      });
      expect(await client().get(path)).toMatchObject([
        { number: 2, status: 'cancelled' },
        { number: 1, status: 'rejected' },
      ]);
      expect(await client().get(`${path}/${second.id}`)).toMatchObject({ number: 2 });
      await client().get(`${path}/999999`, 404);
      await client().get('/purchase-orders/999999/amendments', 404);
      await client().get('/purchase-orders/999999/versions', 404);
      expect(await admin().get(`/purchase-orders/${order.id}`)).toMatchObject({ version: 1, total_amount: 293.25 });
    });
  });

  it('are accepted only for approved orders of the tenant', async () => {
    const draft = await aDraft(admin(), vendorId);
    await admin().post(`/purchase-orders/${draft.id}/amendments`, { reason: 'x', notes: 'y' }, 422);
    const stranger = service.client({ token: (await service.newTenant()).token.token });
    const theirs = await anApproved(stranger, (await aVendor(stranger)).id);
    await admin().post(`/purchase-orders/${theirs.id}/amendments`, { reason: 'x', notes: 'y' }, 404);
  });

  it('name each invalid field', async () => {
    const order = await anApproved(admin(), vendorId);
    const path = `/purchase-orders/${order.id}/amendments`;
    const fields = async (body: object) =>
      Object.keys((await admin().call('POST', path, 422, body)).body.error.details);
    expect(await fields({ notes: 'x' })).toEqual(['reason']);
    expect(await fields({ reason: 'nothing to change' })).toEqual(['items']);
    expect(await fields({ reason: 'x', items: [{ id: 999_999, quantity: 1 }] })).toEqual(['items.0.id']);
    expect(await fields({ reason: 'x', items: [{ quantity: 1 }] })).toEqual([
      'items.0.description',
      'items.0.unit_price',
    ]);
    expect(await fields({ reason: 'x', items: [{ id: order.items[0].id, unit_price: 0 }] })).toEqual(['items']);
    expect(await fields({ reason: 'x', currency: 'USD' })).toEqual(['currency']);
    expect(await fields({ reason: 'x', items: [{ id: order.items[0].id, quantity: 1e7 }] })).toEqual([
      'items.0.quantity',
    ]);
  });

  it('lower the vendor’s ordered total if they make an order cheaper', async () => {
    const { id } = await aVendor(admin());
    const order = await anApproved(admin(), id);
    const items = [{ id: order.items[0].id, quantity: 4 }];
    await admin().post(`/purchase-orders/${order.id}/amendments`, { reason: 'Fewer', items }, 201);
    expect(await admin().get(`/vendors/${id}`)).toMatchObject({ total_orders: 1, total_spend: 117.3 });
  });

  it('are cancelled with their order', async () => {
    const order = await anApproved(admin(), vendorId);
    const path = `/purchase-orders/${order.id}`;
    const raise = await admin().post(
      `${path}/amendments`,
      { reason: 'More', items: [{ id: order.items[0].id, quantity: 99 }] },
      201,
    );
    await admin().post(`${path}/cancel`, { reason: 'Stopped' }, 200);
    expect(await admin().get(`${path}/amendments/${raise.id}`)).toMatchObject({
      status: 'cancelled',
      decision_reason: 'Stopped',
    });
    await admin().post(`${path}/amendments/${raise.id}/approve`, {}, 422);
  });

  it('cannot be approved by the requester if self-approval is forbidden', async () => {
    const buyer = await colleague(service, 'procurement_officer', { departmentId: 1 });
    const order = await approveAll(admin(), (await aSubmitted(buyer.client, vendorId)).id);
    await settings(service, { prevent_self_approval: true });
    await route([{ steps: [{ role: 'finance_manager' }] }]);
    const path = `/purchase-orders/${order.id}/amendments`;
    const raise = { reason: 'More', items: [{ id: order.items[0].id, quantity: 99 }] };
    const { id } = await finance.client.post(path, raise, 201);
    const refusal = await finance.client.call('POST', `${path}/${id}/approve`, 403, {});
    expect(refusal.body.error.code).toBe('SELF_APPROVAL_FORBIDDEN');
    expect(await admin().get(`${path}/${id}`)).toMatchObject({ pending_approvers: [{ id: service.tenant.user.id }] });
    expect(await admin().post(`${path}/${id}/approve`, {}, 200)).toMatchObject({ status: 'applied' });
    await settings(service, { prevent_self_approval: false });
  });
});
