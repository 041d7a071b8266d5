import { type Service, startApp, storyClock } from '../../support/app';
import { aBudget } from '../../support/budgets';
import type { Client, Loose, Reply } from '../../support/client';
import { anOrder, approved, submitted } from '../../support/invoices';
import { type Colleague, asOwner, aSubmitted, aVendor, colleague } from '../../support/purchase-orders';
import { fingerprint } from '../../support/whole-tenant';
import { ONE_FORM } from '../../support/sampled';

/** A token's abilities must not exceed the duties of its user's role. */
describe.each(ONE_FORM)('Role permissions (Form %s)', (form) => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock() });
  });
  afterAll(() => service.stop());

  const admin = (): Client => service.client({ form });
  const as = (person: Colleague): Client => person.client.through(form);

  /** The request fails because the role lacks this permission. */
  async function refused(
    client: Client,
    permission: string,
    method: string,
    path: string,
    content: object = {},
  ): Promise<void> {
    const before = await fingerprint(service);
    const { body } = await client.call(method, path, 403, content);
    expect([body.error.code, body.error.details.permission]).toEqual(['ROLE_NOT_PERMITTED', permission]);
    expect(body.error.message).toContain(permission);
    expect(await fingerprint(service)).toEqual(before);
  }

  it('prevent a token with write from raising budgets, activating a second budget, changing an IBAN and paying', async () => {
    const invoice = await approved(admin(), await anOrder(service));
    const budget = await aBudget(service.client());
    const rival = await aBudget(service.client(), { status: 'draft', category: 'rival' });
    const vendor = (await admin().get(`/invoices/${invoice.id}`)).vendor;
    const amount = form === 'a' ? 'allocated_amount' : 'amount';
    const bank = { bank_name: 'Elsewhere', iban: 'SA0380000000608010167519' };

    const requester = as(await colleague(service, 'requester', { abilities: ['write'] }));
    await refused(requester, 'budgets.write', 'PUT', `/budgets/${budget.id}`, { [amount]: 5_000_000 });
    await refused(requester, 'budgets.write', 'PUT', `/budgets/${rival.id}`, { status: 'active' });
    await refused(requester, 'budgets.write', 'POST', '/budgets', { name: 'Mine' });
    await refused(requester, 'vendors.write', 'PUT', `/vendors/${vendor.id}`, { bank_account: bank });
    await refused(requester, 'payments.write', 'POST', `/invoices/${invoice.id}/payments`, { amount: 1 });

    // Buyers may not pay, and payers may not change bank details.
    const buyer = as(await colleague(service, 'procurement_officer', { abilities: ['write'] }));
    await refused(buyer, 'budgets.write', 'PUT', `/budgets/${budget.id}`, { [amount]: 5_000_000 });
    await refused(buyer, 'payments.write', 'POST', `/invoices/${invoice.id}/payments`, { amount: 1 });
    const payer = as(await colleague(service, 'finance_officer', { abilities: ['write'] }));
    await refused(payer, 'vendors.write', 'PUT', `/vendors/${vendor.id}`, { bank_account: bank });
    await refused(payer, 'budgets.write', 'PUT', `/budgets/${budget.id}`, { [amount]: 5_000_000 });
    await payer.call('POST', `/invoices/${invoice.id}/payments`, 201, { amount: 1 });
  });

  it('prevent a viewer with the ability approve from approving, rejecting, voiding and crediting invoices', async () => {
    const viewer = as(await colleague(service, 'viewer', { abilities: ['read', 'write', 'delete', 'approve'] }));
    const waiting = await submitted(admin(), await anOrder(service));
    const done = await approved(admin(), await anOrder(service));
    const note = { credit_note_number: 'CN-1', reason: 'mine', amount: 10 };
    await refused(viewer, 'invoices.approve', 'POST', `/invoices/${waiting.id}/approve`);
    await refused(viewer, 'invoices.approve', 'POST', `/invoices/${waiting.id}/reject`, { reason: 'mine' });
    await refused(viewer, 'invoices.approve', 'POST', `/invoices/${done.id}/void`, { reason: 'mine' });
    await refused(viewer, 'invoices.approve', 'POST', `/invoices/${done.id}/credit-notes`, note);
  });

  it('are not part of a delegation, which covers only a step', async () => {
    const head = await colleague(service, 'finance_manager');
    const requester = await colleague(service, 'requester');
    const days = { from: '2026-03-01', to: '2026-04-01' };
    await as(head).post(`/users/${head.id}/delegations`, { delegate_id: requester.id, ...days }, 201);
    const { id } = await submitted(admin(), await anOrder(service));
    await refused(as(requester), 'invoices.approve', 'POST', `/invoices/${id}/approve`);
  });

  it.each(['viewer', 'auditor'])(
    'exclude users of the role %s as delegates, and from decisions as delegates',
    async (role) => {
      const head = await colleague(service, 'finance_manager');
      const days = { from: '2026-01-01', to: '2030-01-01' };
      const lend = (id: number, status: number): Promise<Reply> =>
        as(head).call('POST', `/users/${head.id}/delegations`, status, { delegate_id: id, ...days });
      const reader = await colleague(service, role);
      expect(Object.keys((await lend(reader.id, 422)).body.error.details)).toEqual(['delegate_id']);
      const delegate = await colleague(service, 'procurement_officer');
      await lend(delegate.id, 201);
      await admin().put('/approval-workflows/purchase-orders', { rules: [{ steps: [{ user_ids: [head.id] }] }] }, 200);
      const { id } = await aSubmitted(admin(), (await aVendor(admin())).id);
      const pending = async (): Promise<number[]> =>
        (await admin().get(`/purchase-orders/${id}`)).pending_approvers.map((one: Loose) => one.id);
      expect(await pending()).toEqual([head.id, delegate.id]);
      // A change that only the database owner can make: it leaves the tokens unchanged.
      await asOwner(service, 'UPDATE users SET role = $2 WHERE id = $1', [delegate.id, role]);
      expect(await pending()).toEqual([head.id]);
      const refusal = await as(delegate).call('POST', `/purchase-orders/${id}/approve`, 403, {});
      expect(refusal.body.error.code).toBe('NOT_CURRENT_APPROVER');
    },
  );

  it('limit a token that was created with more abilities', async () => {
    const officer = await colleague(service, 'finance_officer');
    const minted = await as(officer).post('/tokens', { name: 'ERP', abilities: ['read', 'write', 'approve'] }, 201);
    await refused(admin().as(minted.token), 'vendors.write', 'POST', '/vendors', { name: 'Twin' });
    await refused(admin().as(minted.token), 'orders.write', 'POST', '/purchase-orders', {});
  });

  it("can be changed for one's own role only with the ability admin", async () => {
    const manager = as(await colleague(service, 'finance_manager'));
    const { body } = await manager.call('PUT', '/roles/finance_manager', 403, { permissions: ['users.write'] });
    expect(Object.keys(body.errors)).toEqual(['ability']);
    await aVendor(manager);
  });
});
