import { type Service, startApp } from '../../support/app';
import { aBudget, aDepartment } from '../../support/budgets';
import { command } from '../../support/command';
import type { Client, Loose, Reply } from '../../support/client';
import { aNumber, LINES } from '../../support/invoices';
import { type Colleague, colleague } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

/** The settings that the profile fixes. */
const FIXED = {
  prevent_self_approval: true,
  require_distinct_approvers: true,
  require_budget: true,
  over_budget_action: 'block',
  bank_change_control: 'block',
};
const WEAKER = {
  prevent_self_approval: false,
  require_distinct_approvers: false,
  require_budget: false,
  over_budget_action: 'warn',
  bank_change_control: 'ignore',
};

describe('The profile of strict controls', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ redis: false });
  });
  afterAll(() => service.stop());

  it('applies from the first request in a tenant created with --controls strict', async () => {
    const { said } = await command(
      service,
      'tenant:create',
      ...['--slug', 'strict-from-the-start', '--name', 'Strict', '--plan', 'enterprise', '--controls', 'strict'],
      ...['--owner-email', 'owner@strict.example', '--owner-name', 'Owner', '--json'],
    );
    const { token } = JSON.parse(said) as { token: { token: string } };
    const client = service.client({ token: token.token });
    expect(await client.get('/settings')).toMatchObject({ controls: 'strict', ...FIXED });
  });

  it('is the only one besides standard that the command accepts', async () => {
    const { code } = await command(
      service,
      'tenant:create',
      ...['--slug', 'loose', '--name', 'Loose', '--plan', 'enterprise', '--controls', 'loose'],
      ...['--owner-email', 'owner@loose.example', '--owner-name', 'Owner'],
    );
    expect(code).toBe(1);
    const { rows } = await service.owner.query('SELECT 1 FROM tenants WHERE slug = $1', ['loose']);
    expect(rows).toEqual([]);
  });

  describe.each(ONE_FORM)('in Form %s', (form) => {
    let admin: Client;

    beforeEach(async () => {
      admin = service.client({ form, token: (await service.newTenant()).token.token });
    });

    it('turns on all its controls together, and the audit log records each of them', async () => {
      expect(await admin.get('/settings')).toMatchObject({
        controls: 'standard',
        ...WEAKER,
        over_budget_action: 'block',
        bank_change_control: 'warn',
      });
      await admin.put('/settings', { controls: 'strict' }, 200);
      expect(await admin.get('/settings')).toMatchObject({ controls: 'strict', ...FIXED });
      const [entry] = await admin.get('/audit-log', 200, { entity_type: 'settings' });
      expect(entry.details.changes).toMatchObject({
        controls: { from: 'standard', to: 'strict' },
        prevent_self_approval: { from: false, to: true },
      });
    });

    it('rejects a request that weakens its controls, lists each of them, and changes nothing', async () => {
      const before = await admin.put('/settings', { controls: 'strict' }, 200);
      const { body } = await admin.call('PUT', '/settings', 422, { ...WEAKER, language: 'ar' });
      const fields: Loose = form === 'a' ? body.error.details : body.errors;
      expect(Object.keys(fields).sort()).toEqual(Object.keys(WEAKER).sort());
      expect(await admin.get('/settings')).toEqual(before);
    });

    it('cannot be chosen together with a contradicting control', async () => {
      await admin.put('/settings', { controls: 'strict', require_budget: false }, 422);
      expect(await admin.get('/settings')).toMatchObject({ controls: 'standard', require_budget: false });
    });

    it('leaves its controls unchanged when it ends; each may be changed then', async () => {
      await admin.put('/settings', { controls: 'strict' }, 200);
      expect(await admin.put('/settings', { controls: 'standard' }, 200)).toMatchObject(FIXED);
      expect(await admin.put('/settings', { require_budget: false }, 200)).toMatchObject({ require_budget: false });
    });
  });

  describe.each(ONE_FORM)('prevents users from approving their own documents, in Form %s', (form) => {
    let departmentId: number;
    let vendorId: number;
    let head: Colleague;
    let manager: Colleague;
    let second: Colleague;
    let officer: Colleague;

    beforeAll(async () => {
      const owner = service.client();
      departmentId = await aDepartment(owner, `STRICT-${form}`);
      const day = new Date().toISOString().slice(0, 10);
      await aBudget(owner, { department_id: departmentId, fiscal_year: Number(day.slice(0, 4)) });
      head = await colleague(service, 'department_head', { departmentId });
      manager = await colleague(service, 'finance_manager');
      second = await colleague(service, 'finance_manager');
      officer = await colleague(service, 'finance_officer');
      const details = { name: 'My cousin', bank_name: 'Najd Bank', bank_account: 'SA0380000000608010167519' };
      vendorId = (await as(manager).post('/vendors', details, 201)).id;
      await service.client({ form }).put('/settings', { controls: 'strict' }, 200);
    });

    const as = ({ client }: Colleague): Client => client.through(form);
    const code = ({ body }: Reply): string => body.error.code;
    const today = (): string => new Date().toISOString().slice(0, 10);

    it("including the owner's order, with and without an override", async () => {
      const owner = service.client({ form });
      const items = [{ description: 'Laptops', quantity: 4, unit_price: 100 }];
      const body = { vendor_id: vendorId, department_id: departmentId, [form === 'a' ? 'items' : 'lines']: items };
      const { id } = await owner.post('/purchase-orders', body, 201);
      const path = `/purchase-orders/${id}`;
      await owner.post(`${path}/submit`, {}, 200);
      for (const override of [{}, { override_budget: true, comments: 'It is urgent' }]) {
        expect(code(await owner.call('POST', `${path}/approve`, 403, override))).toBe('SELF_APPROVAL_FORBIDDEN');
      }
      expect(await owner.get(path)).toMatchObject({ status: form === 'a' ? 'pending_approval' : 'pending' });
      await as(head).post(`${path}/approve`, {}, 200);
      expect(await owner.get(path)).toMatchObject({ status: 'approved' });
    });

    it('including an invoice without an order: two others approve it, and a third pays', async () => {
      const lines = [{ description: 'Consulting', quantity: 1, unit_price: 1000, vat_rate: 15 }];
      const charged = { vendor_id: vendorId, department_id: departmentId, invoice_date: today() };
      const body = { ...charged, invoice_number: aNumber(), [LINES[form]]: lines };
      const { id, total } = await as(manager).post('/invoices', body, 201);
      const path = `/invoices/${id}`;
      await as(manager).post(`${path}/submit`, undefined, 200);
      const approve = (who: Colleague, status: number) => as(who).call('POST', `${path}/approve`, status, {});
      // The first step is for the department head, the second for a finance manager; this manager is both.
      expect(code(await approve(manager, 403))).toBe('NOT_CURRENT_APPROVER');
      await approve(head, 200);
      expect(code(await approve(manager, 403))).toBe('SELF_APPROVAL_FORBIDDEN');
      expect(await as(manager).get(path)).toMatchObject({ status: 'pending', current_approval_step: 2 });
      await approve(second, 200);
      expect(await as(manager).get(path)).toMatchObject({ status: 'approved' });

      const pay = (who: Colleague, status: number) =>
        as(who).call('POST', `${path}/payments`, status, { amount: total, reference: aNumber() });
      const accounts = `/vendors/${vendorId}/bank-accounts`;
      const [account] = await as(officer).get(accounts);
      expect(code(await as(manager).call('POST', `${accounts}/${account.id}/verify`, 403, {}))).toBe(
        'SELF_APPROVAL_FORBIDDEN',
      );
      expect(code(await pay(officer, 422))).toBe('BANK_DETAILS_UNVERIFIED');
      await as(officer).post(`${accounts}/${account.id}/verify`, {}, 200);
      expect(code(await pay(second, 403))).toBe('SELF_APPROVAL_FORBIDDEN');
      expect(await as(manager).get(path)).toMatchObject({ status: 'approved', payments: [] });
      await pay(officer, 201);
      expect(await as(manager).get(path)).toMatchObject({ status: 'paid' });
    });
  });
});
