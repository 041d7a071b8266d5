import { type Service, startApp } from '../../support/app';
import { command } from '../../support/command';
import type { Client, Loose } from '../../support/client';

/** What the profile fixes, as the settings show it. */
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

describe('the profile of strict controls', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ redis: false });
  });
  afterAll(() => service.stop());

  it('is there from the first request on in a tenant that the operator creates with --controls strict', async () => {
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

  it('is no other profile than standard or strict', async () => {
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

  describe.each(['a', 'b'] as const)('Form %s', (form) => {
    let admin: Client;

    beforeEach(async () => {
      admin = service.client({ form, token: (await service.newTenant()).token.token });
    });

    it('switches its controls on together, and the audit log keeps each of them', async () => {
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

    it('is not weakened in part: each control that it fixes is refused by name, and nothing changes', async () => {
      const before = await admin.put('/settings', { controls: 'strict' }, 200);
      const { body } = await admin.call('PUT', '/settings', 422, { ...WEAKER, language: 'ar' });
      const fields: Loose = form === 'a' ? body.error.details : body.errors;
      expect(Object.keys(fields).sort()).toEqual(Object.keys(WEAKER).sort());
      expect(await admin.get('/settings')).toEqual(before);
    });

    it('is not chosen together with a control that contradicts it', async () => {
      await admin.put('/settings', { controls: 'strict', require_budget: false }, 422);
      expect(await admin.get('/settings')).toMatchObject({ controls: 'standard', require_budget: false });
    });

    it('leaves its controls as they are when it ends; then each may be changed', async () => {
      await admin.put('/settings', { controls: 'strict' }, 200);
      expect(await admin.put('/settings', { controls: 'standard' }, 200)).toMatchObject(FIXED);
      expect(await admin.put('/settings', { require_budget: false }, 200)).toMatchObject({ require_budget: false });
    });
  });
});
