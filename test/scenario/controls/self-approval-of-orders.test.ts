import { Service, startApp } from '../../support/app';
import { aDepartment } from '../../support/budgets';
import type { Client, Loose } from '../../support/client';
import { linesOf } from '../../support/invoices';
import { aDraft, aVendor, Colleague, colleague, PAPER, settings } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

const WORKFLOW = '/approval-workflows/purchase-orders';

describe('prevent_self_approval for orders', () => {
  let service: Service;
  let vendorId: number;
  let departmentId: number;
  let officer: Colleague;
  let head: Colleague;
  let second: Colleague;

  beforeAll(async () => {
    service = await startApp();
    vendorId = (await aVendor(admin())).id;
    departmentId = await aDepartment(admin(), 'WORKS');
    officer = await colleague(service, 'requester', { departmentId });
    head = await colleague(service, 'department_head', { departmentId });
    second = await colleague(service, 'department_head', { departmentId });
    await settings(service, { prevent_self_approval: true });
  });
  afterAll(async () => service.stop());

  const admin = () => service.client();

  describe.each(ONE_FORM)('in Form %s', (form) => {
    const as = ({ client }: Colleague): Client => client.through(form);
    const draft = () =>
      aDraft(officer.client, vendorId, { department_id: departmentId, items: [{ ...PAPER, unit: 'box' }] });
    const submit = (by: Colleague, { id }: Loose): Promise<Loose> =>
      as(by).post(`/purchase-orders/${id}/submit`, undefined, 200);
    const approve = async (by: Client, { id }: Loose, status: number): Promise<Loose> =>
      (await by.call('POST', `/purchase-orders/${id}/approve`, status, {})).body;
    const pending = async ({ id }: Loose): Promise<number[]> =>
      (await as(officer).get(`/purchase-orders/${id}`)).pending_approvers.map((one: Loose) => one.id);

    it("forbids a department head to approve another user's draft that they raised to 9,000 and submitted", async () => {
      const order = await draft();
      const lines = [{ id: order.items[0].id, unit_price: 9000 }];
      await as(head).put(`/purchase-orders/${order.id}`, { [form === 'a' ? 'items' : 'lines']: lines }, 200);
      const submitted = await submit(head, order);
      expect(submitted.pending_approvers.map((one: Loose) => one.id)).toEqual([second.id]);
      expect((await approve(as(head), order, 403)).error).toMatchObject({
        code: 'SELF_APPROVAL_FORBIDDEN',
        message:
          'You may not approve a document that you created, changed or submitted, nor decide for a user who did. Another user must decide it.',
      });
      expect(await pending(order)).toEqual([second.id]);
      await approve(as(second), order, 200);
    });

    it.each<[string, (order: Loose) => Promise<unknown>]>([
      ['added a line', ({ id }) => as(head).post(`/purchase-orders/${id}/items`, lineOf({ description: 'Ink' }), 201)],
      ['changed a line', (o) => as(head).put(`/purchase-orders/${o.id}/items/${o.items[0].id}`, { quantity: 99 }, 200)],
      ['changed the notes', ({ id }) => as(head).put(`/purchase-orders/${id}`, notes('Hurry'), 200)],
      [
        'removed a line',
        async ({ id }) => {
          const { id: line } = await as(officer).post(`/purchase-orders/${id}/items`, lineOf({}), 201);
          await as(head).delete(`/purchase-orders/${id}/items/${line}`, 204);
        },
      ],
    ])(
      'forbids approval, even of the second step, to a user who %s of a draft that another user submits',
      async (_what, change) => {
        const order = await draft();
        await change(order);
        await admin().put(
          WORKFLOW,
          { rules: [{ steps: [{ user_ids: [second.id] }, { user_ids: [head.id, second.id] }] }] },
          200,
        );
        await submit(officer, order);
        await approve(as(second), order, 200);
        expect(await pending(order)).toEqual([second.id]);
        expect((await approve(as(head), order, 403)).error.code).toBe('SELF_APPROVAL_FORBIDDEN');
        await admin().put(WORKFLOW, { rules: [{ steps: [{ role: 'department_head' }] }] }, 200);
      },
    );

    it('forbids approval to the user who only submitted the order, admins included', async () => {
      const order = await draft();
      await submit(head, order);
      expect((await approve(as(head), order, 403)).error.code).toBe('SELF_APPROVAL_FORBIDDEN');
      const other = await draft();
      await service.client({ form }).post(`/purchase-orders/${other.id}/submit`, undefined, 200);
      expect((await approve(service.client({ form }), other, 403)).error.code).toBe('SELF_APPROVAL_FORBIDDEN');
      await approve(as(head), other, 200);
    });

    it('forbids approval to the delegates of an author, and to authors as delegates of others', async () => {
      const stand = await colleague(service, 'procurement_officer');
      const lend = { delegate_id: stand.id, from: '2026-01-01', to: '2030-01-01' };
      const lent = await admin().post(`/users/${head.id}/delegations`, lend, 201);
      const order = await draft();
      await submit(head, order);
      expect((await approve(as(stand), order, 403)).error.code).toBe('SELF_APPROVAL_FORBIDDEN');
      const back = { delegate_id: head.id, from: '2026-01-01', to: '2030-01-01' };
      const returned = await admin().post(`/users/${second.id}/delegations`, back, 201);
      expect((await approve(as(head), order, 403)).error.code).toBe('SELF_APPROVAL_FORBIDDEN');
      expect(await pending(order)).toEqual([second.id]);
      await admin().delete(`/users/${head.id}/delegations/${lent.id}`);
      await admin().delete(`/users/${second.id}/delegations/${returned.id}`);
    });

    it('still applies to authors of the draft after a rejection and a revision', async () => {
      const order = await draft();
      await as(head).put(`/purchase-orders/${order.id}`, notes('Mine'), 200);
      await submit(officer, order);
      await as(second).post(`/purchase-orders/${order.id}/reject`, { reason: 'Too many' }, 200);
      await as(officer).post(`/purchase-orders/${order.id}/revise`, undefined, 200);
      await as(officer).put(`/purchase-orders/${order.id}`, notes('Theirs'), 200);
      await submit(officer, order);
      expect(await pending(order)).toEqual([second.id]);
      expect((await approve(as(head), order, 403)).error.code).toBe('SELF_APPROVAL_FORBIDDEN');
      await approve(as(second), order, 200);
    });

    it('still applies to the submitter after a rejection or withdrawal, when another user submits the order again', async () => {
      const order = await draft();
      await submit(head, order);
      await as(second).post(`/purchase-orders/${order.id}/reject`, { reason: 'Too many' }, 200);
      await as(officer).post(`/purchase-orders/${order.id}/revise`, undefined, 200);
      await submit(officer, order);
      expect((await approve(as(head), order, 403)).error.code).toBe('SELF_APPROVAL_FORBIDDEN');
      const other = await draft();
      await submit(head, other);
      await as(head).post(`/purchase-orders/${other.id}/withdraw`, {}, 200);
      await submit(officer, other);
      expect(await pending(other)).toEqual([second.id]);
      expect((await approve(as(head), other, 403)).error.code).toBe('SELF_APPROVAL_FORBIDDEN');
    });

    it('still applies to authors after a withdrawal, which is not a decision', async () => {
      const order = await draft();
      await as(head).put(`/purchase-orders/${order.id}`, notes('Mine'), 200);
      await submit(officer, order);
      await as(officer).post(`/purchase-orders/${order.id}/withdraw`, {}, 200);
      await submit(officer, order);
      expect((await approve(as(head), order, 403)).error.code).toBe('SELF_APPROVAL_FORBIDDEN');
    });

    it('forbids the requester of an amendment to approve it', async () => {
      const order = await draft();
      await submit(officer, order);
      await approve(as(head), order, 200);
      const path = `/purchase-orders/${order.id}/amendments`;
      const raise = { reason: 'More', items: [{ id: linesOf(order)[0].id, quantity: 20 }] };
      const asked = await as(head).post(path, raise, 201);
      expect(asked.pending_approvers.map((one: Loose) => one.id)).toEqual([second.id]);
      const refused = await as(head).call('POST', `${path}/${asked.id}/approve`, 403, {});
      expect(refused.body.error.code).toBe('SELF_APPROVAL_FORBIDDEN');
      await as(second).post(`${path}/${asked.id}/approve`, {}, 200);
    });

    it('forbids authors of the order to approve an amendment that a colleague requested', async () => {
      const order = await draft();
      await as(head).put(`/purchase-orders/${order.id}`, notes('Mine'), 200);
      await submit(officer, order);
      await approve(as(second), order, 200);
      const path = `/purchase-orders/${order.id}/amendments`;
      const raise = (quantity: number) => ({ reason: 'More', items: [{ id: linesOf(order)[0].id, quantity }] });
      const requester = await colleague(service, 'procurement_officer');
      const leaver = await colleague(service, 'department_head', { departmentId });
      const asked = await as(requester).post(path, raise(20), 201);
      expect(asked.pending_approvers.map((one: Loose) => one.id)).toEqual([second.id, leaver.id]);
      const refused = await as(head).call('POST', `${path}/${asked.id}/approve`, 403, {});
      expect(refused.body.error.code).toBe('SELF_APPROVAL_FORBIDDEN');
      const mine: Loose[] = await as(head).get('/approvals?mine=true');
      expect(mine.filter(({ type, id }) => type === 'amendment' && id === asked.id)).toEqual([]);
      await admin().delete(`/users/${leaver.id}`, 200);
      const { audit_trail } = await as(officer).get(`/purchase-orders/${order.id}`);
      expect(audit_trail.at(-1)).toMatchObject({ action: 'step_reassigned', details: { to: [{ id: second.id }] } });
      await as(second).post(`${path}/${asked.id}/approve`, {}, 200);
    });

    it('forbids the requester of an approved amendment to approve the next one', async () => {
      const order = await draft();
      await submit(officer, order);
      await approve(as(second), order, 200);
      const path = `/purchase-orders/${order.id}/amendments`;
      const raise = (quantity: number) => ({ reason: 'More', items: [{ id: linesOf(order)[0].id, quantity }] });
      const first = await as(head).post(path, raise(20), 201);
      await as(second).post(`${path}/${first.id}/approve`, {}, 200);
      const next = await as(officer).post(path, raise(30), 201);
      expect(next.pending_approvers.map((one: Loose) => one.id)).toEqual([second.id]);
      await as(head).call('POST', `${path}/${next.id}/approve`, 403, {});
    });

    it("excludes the order's authors from the users who take over a step of an approver who leaves", async () => {
      const leaver = await colleague(service, 'department_head', { departmentId });
      const order = await draft();
      await submit(head, order);
      await admin().delete(`/users/${leaver.id}`, 200);
      const { audit_trail } = await as(officer).get(`/purchase-orders/${order.id}`);
      expect(audit_trail.at(-1)).toMatchObject({
        action: 'step_reassigned',
        details: { from: { id: leaver.id }, to: [{ id: second.id, name: second.name }] },
      });
    });

    const notes = (text: string) => ({ [form === 'a' ? 'notes' : 'description']: text });
    const lineOf = (fields: object) => ({ description: 'Pens', quantity: 1, unit_price: 5, ...fields });
  });
});
