import { Service, startApp } from '../../support/app';
import { aBudget, aDepartment } from '../../support/budgets';
import type { Client, Loose } from '../../support/client';
import { linesOf } from '../../support/invoices';
import { aDraft, anApproved, aVendor, Colleague, colleague } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

describe('Withdrawal of a submission', () => {
  let service: Service;
  let vendorId: number;
  let departmentId: number;
  let budgetId: number;
  let creator: Colleague;
  let submitter: Colleague;

  beforeAll(async () => {
    service = await startApp();
    vendorId = (await aVendor(admin())).id;
    departmentId = await aDepartment(admin(), 'WORKS');
    budgetId = (await aBudget(admin(), { department_id: departmentId })).id;
    creator = await colleague(service, 'requester', { departmentId });
    submitter = await colleague(service, 'procurement_officer', { departmentId });
  });
  afterAll(async () => service.stop());

  const admin = () => service.client();
  const reserved = async () => (await admin().get(`/budgets/${budgetId}`)).reserved_amount;

  describe.each(ONE_FORM)('in Form %s', (form) => {
    const as = ({ client }: Colleague): Client => client.through(form);
    const pending = form === 'a' ? 'pending_approval' : 'pending';
    const waiting = async (): Promise<Loose> => {
      const order = await aDraft(creator.client, vendorId, { department_id: departmentId });
      await as(submitter).post(`/purchase-orders/${order.id}/submit`, undefined, 200);
      return order;
    };

    it('returns an order to draft, releases its reservation, and leaves the round on record', async () => {
      const { id } = await waiting();
      expect(await reserved()).toBe(293.25);
      const withdrawn = await as(submitter).post(`/purchase-orders/${id}/withdraw`, { reason: 'Wrong price' }, 200);
      expect(withdrawn).toMatchObject({
        status: 'draft',
        current_approval_step: null,
        pending_approvers: [],
        approvals: [{ step: 1, status: 'skipped' }],
      });
      expect(withdrawn.audit_trail.at(-1)).toMatchObject({
        action: 'withdrawn',
        user: submitter.name,
        details: { reason: 'Wrong price' },
      });
      expect(await reserved()).toBe(0);
      const [{ changes }] = await admin().get('/audit-log', 200, { entity_type: 'purchase_order', entity_id: id });
      expect(changes).toEqual({
        status: { from: 'pending_approval', to: 'draft' },
        current_approval_step: { from: 1, to: null },
      });
      const noted = { [form === 'a' ? 'notes' : 'description']: 'Corrected' };
      await as(creator).put(`/purchase-orders/${id}`, noted, 200);
      await as(creator).delete(`/purchase-orders/${id}`, 422);
      await as(creator).post(`/purchase-orders/${id}/submit`, undefined, 200);
      const approved = await service.client({ form }).post(`/purchase-orders/${id}/approve`, {}, 200);
      expect(approved.approvals.map((step: Loose) => [step.round, step.status])).toEqual([
        [1, 'skipped'],
        [2, 'approved'],
      ]);
      await admin().post(`/purchase-orders/${id}/cancel`, { reason: 'Done' }, 200);
    });

    it('of an order is forbidden to all except the submitter and admins, even to its creator', async () => {
      const { id } = await waiting();
      const path = `/purchase-orders/${id}/withdraw`;
      const refused = await as(creator).call('POST', path, 403, {});
      expect(refused.body).toMatchObject({ errors: { ability: expect.anything() } });
      expect(await as(creator).get(`/purchase-orders/${id}`)).toMatchObject({ status: pending });
      expect(await reserved()).toBe(293.25);
      expect(await service.client({ form }).post(path, undefined, 200)).toMatchObject({ status: 'draft' });
      const again = await service.client({ form }).call('POST', path, 422, {});
      expect(again.body.error).toMatchObject({
        code: 'INVALID_STATUS',
        details: { status: 'draft', allowed_statuses: [pending] },
      });
      const stranger = service.client({ form, token: (await service.newTenant()).token.token });
      await stranger.post(path, {}, 404);
    });

    it('of an amendment is allowed only to its requester and admins', async () => {
      const order = await anApproved(admin(), vendorId, { department_id: departmentId });
      const path = `/purchase-orders/${order.id}/amendments`;
      const raise = { reason: 'More', items: [{ id: linesOf(order)[0].id, quantity: 20 }] };
      const asked = await as(submitter).post(path, raise, 201);
      await as(creator).call('POST', `${path}/${asked.id}/withdraw`, 403, {});
      const withdrawn = await as(submitter).post(`${path}/${asked.id}/withdraw`, { reason: 'Found some' }, 200);
      expect(withdrawn).toMatchObject({
        status: 'cancelled',
        decision_reason: 'Found some',
        decided_at: expect.any(String),
        pending_approvers: [],
        approvals: [{ status: 'skipped' }],
      });
      const refused = await as(submitter).call('POST', `${path}/${asked.id}/withdraw`, 422, {});
      expect(refused.body.error).toMatchObject({ code: 'INVALID_STATUS', details: { status: 'cancelled' } });
      const { audit_trail, version } = await as(creator).get(`/purchase-orders/${order.id}`);
      expect(audit_trail.at(-1)).toMatchObject({ action: 'amendment_withdrawn', user: submitter.name });
      expect(version).toBe(1);
      const again = await as(submitter).post(path, raise, 201);
      await service.client({ form }).post(`${path}/${again.id}/withdraw`, undefined, 200);
      await admin().post(`/purchase-orders/${order.id}/cancel`, { reason: 'Done' }, 200);
    });
  });
});
