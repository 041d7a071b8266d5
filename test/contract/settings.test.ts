import { INITIAL_SETTINGS } from '../../src/organisation/tenants';
import { Service, startApp, storyClock } from '../support/app';
import { allAtOnce } from '../support/at-once';
import type { Client, Loose } from '../support/client';

/** The initial settings in a response, with the roles that have the permission `invoices.approve`. */
const INITIAL = {
  ...INITIAL_SETTINGS,
  pending_fiscal_year_start_month: null,
  invoice_approver_roles: [
    'admin',
    'procurement_manager',
    'procurement_officer',
    'department_head',
    'finance_manager',
    'finance_officer',
  ],
};

describe('settings and audit log', () => {
  const clock = storyClock();
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ clock });
  });
  afterAll(() => service.stop());

  describe.each(['a', 'b'] as const)('Form %s', (form) => {
    let admin: Client;
    let userId: number;
    let tenantId: string;

    beforeAll(async () => {
      const tenant = await service.newTenant();
      admin = service.client({ form, token: tenant.token.token });
      userId = tenant.user.id;
      tenantId = tenant.tenant.id;
    });

    it('start with the initial values in one flat object', async () => {
      expect(await admin.get('/settings')).toEqual(INITIAL);
    });

    it('change only the fields in the request, with user, old and new values in the audit log', async () => {
      const change = {
        default_vat_rate: 15,
        price_tolerance_pct: null,
        approvable_match_statuses: ['full_match', 'partial_match'],
      };
      const { body, headers } = await admin.call('PUT', '/settings', 200, change, {
        headers: { 'x-request-id': `set-${form}` },
      });
      expect(body.data).toEqual({ ...INITIAL, ...change });
      expect(await admin.get('/settings')).toEqual(body.data);
      const read = await admin.call('GET', '/settings', 200);
      expect(read.headers.get('etag')).toBe(headers.get('etag'));

      const [entry, ...others] = await admin.get('/audit-log', 200, { entity_type: 'settings' });
      expect(others).toEqual([]);
      const changes = {
        default_vat_rate: { from: 0, to: 15 },
        price_tolerance_pct: { from: 0, to: null },
        approvable_match_statuses: { from: ['full_match'], to: ['full_match', 'partial_match'] },
      };
      expect(entry).toEqual({
        id: entry.id,
        occurred_at: clock.now().toISOString(),
        user: { id: userId, name: 'Olivia Owner' },
        token_id: entry.token_id,
        request_id: `set-${form}`,
        action: 'updated',
        entity_type: 'settings',
        entity_id: null,
        changes,
        details: { changes },
      });
    });

    it('add no audit entry for a change without effect', async () => {
      const before = await admin.get('/settings');
      await admin.put('/settings', before, 200);
      await admin.put('/settings', {}, 200);
      expect(await admin.get('/audit-log', 200, { entity_type: 'settings' })).toHaveLength(1);
    });

    it('store all tolerances by currency together, under one ETag', async () => {
      const change = { tolerances_by_currency: { USD: 5, KWD: 0.125 } };
      const { body, headers } = await admin.call('PUT', '/settings', 200, change);
      expect(body.data).toMatchObject({ tolerances_by_currency: { KWD: 0.125, USD: 5 } });
      expect((await admin.call('GET', '/settings', 200)).headers.get('etag')).toBe(headers.get('etag'));
      const none = await admin.put('/settings', { tolerances_by_currency: {} }, 200);
      expect(none).toMatchObject({ tolerances_by_currency: {} });
    });

    it.each([
      ['language', 'fr'],
      ['default_vat_rate', 100.01],
      ['default_vat_rate', 15.001],
      ['default_vat_rate', '15'],
      ['default_vat_rate', null],
      ['fiscal_year_start_month', 13],
      ['fiscal_year_start_month', 1.5],
      ['prevent_self_approval', 'true'],
      ['over_receipt_pct', -1],
      ['matching_policy', 'four_way'],
      ['approvable_match_statuses', ['full']],
      ['approvable_match_statuses', ['full_match', 'full_match']],
      ['price_tolerance_abs', -0.01],
      ['quantity_tolerance_abs', 0.00001],
      ['tolerances_by_currency', []],
      ['tolerances_by_currency', { usd: 5 }],
      ['tolerances_by_currency', { USD: -5 }],
      ['tolerances_by_currency', { USD: '5' }],
      ['tolerances_by_currency', { USD: 0.0001 }],
      ['tolerances_by_currency', { SAR: 5 }],
      ['controls', 'loose'],
      ['invoices_without_po', 'never'],
      ['invoice_approver_roles', []],
      ['invoice_approver_roles', ['king']],
      ['over_budget_action', 'shout'],
      ['audit_retention_years', 0],
      ['audit_retention_years', 2.5],
      ['audit_retention_years', 101],
      ['colour', 'blue'],
    ])('return 422 for %s: %p', async (name, value) => {
      const before = await admin.get('/settings');
      const { body } = await admin.call('PUT', '/settings', 422, { [name]: value, check_under: true });
      expect(Object.keys(form === 'a' ? body.error.details : body.errors)).toEqual([name]);
      expect(await admin.get('/settings')).toEqual(before);
    });

    it('are read with the ability read and changed with the ability admin', async () => {
      const token = async (abilities: string[]) => (await admin.post('/tokens', { name: 'x', abilities }, 201)).token;
      const writer = admin.as(await token(['read', 'write', 'delete', 'approve']));
      await writer.get('/settings');
      await writer.put('/settings', { language: 'ar' }, 403);
      await writer.get('/audit-log');
      const blind = admin.as(await token(['write']));
      await blind.get('/settings', 403);
      await blind.get('/audit-log', 403);
    });

    it('return 412 for an outdated If-Match', async () => {
      const { headers } = await admin.call('GET', '/settings', 200);
      const etag = headers.get('etag') ?? '';
      const under = { headers: { 'if-match': etag } };
      await admin.put('/settings', { require_budget: true }, 200, under);
      expect((await admin.call('PUT', '/settings', 412, { require_budget: false }, under)).body.error.code).toBe(
        'PRECONDITION_FAILED',
      );
      expect((await admin.get('/settings')).require_budget).toBe(true);
    });

    it('apply all of several concurrent changes', async () => {
      await Promise.all([
        admin.put('/settings', { fiscal_year_start_month: 4 }, 200),
        admin.put('/settings', { over_budget_action: 'warn' }, 200),
        admin.put('/settings', { matching_policy: 'three_way' }, 200),
      ]);
      expect(await admin.get('/settings')).toMatchObject({
        fiscal_year_start_month: 4,
        over_budget_action: 'warn',
        matching_policy: 'three_way',
      });
    });

    it('apply one of several concurrent changes with the same If-Match', async () => {
      const etag = (await admin.call('GET', '/settings', 200)).headers.get('etag') ?? '';
      const lock = { sql: 'SELECT id FROM tenants WHERE id = $1 FOR NO KEY UPDATE', values: [tenantId] };
      const changes = [1, 2, 3, 4].map((default_vat_rate) => ({ default_vat_rate }));
      const replies = await allAtOnce(
        service,
        lock,
        changes.map(
          (change) => () => admin.raw('PUT', '/settings', JSON.stringify(change), { headers: { 'if-match': etag } }),
        ),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
      const winner = replies.find(({ status }) => status === 200);
      expect(await admin.get('/settings')).toEqual(winner?.body.data);
      const entries = await admin.get('/audit-log', 200, { entity_type: 'settings', per_page: 100 });
      const ofTheRate = entries.filter(({ details }: Loose) => 'default_vat_rate' in details.changes);
      expect(ofTheRate[0].details.changes.default_vat_rate.to).toBe(winner?.body.data.default_vat_rate);
      expect(ofTheRate).toHaveLength(2);
    });

    it('belong to one tenant', async () => {
      const other = admin.as((await service.newTenant()).token.token);
      expect(await other.get('/settings')).toEqual(INITIAL);
      expect((await other.get('/audit-log', 200, { entity_type: 'settings' })).length).toBe(0);
    });

    it('filter and page the audit log', async () => {
      const list = (query: object) => admin.call('GET', '/audit-log', 200, undefined, { query: query as never });
      clock.set('2026-04-01T23:59:59.999Z');
      const first = await admin.post('/departments', { name: 'First', code: 'FIRST' }, 201);
      clock.set('2026-04-02T00:00:00.000Z');
      const second = await admin.post('/departments', { name: 'Second', code: 'SECOND' }, 201);
      const ids = async (query: object): Promise<number[]> =>
        (await list({ entity_type: 'department', user_id: userId, order: 'asc', ...query })).body.data.map(
          (entry: { entity_id: number }) => entry.entity_id,
        );
      expect(await ids({})).toEqual([first.id, second.id]);
      expect(await ids({ order: 'desc' })).toEqual([second.id, first.id]);
      expect(await ids({ to_date: '2026-04-01' })).toEqual([first.id]);
      expect(await ids({ from_date: '2026-04-02' })).toEqual([second.id]);
      expect(await ids({ entity_id: second.id })).toEqual([second.id]);
      expect(await ids({ action: 'deleted' })).toEqual([]);
      expect(await ids({ user_id: userId })).toEqual([first.id, second.id]);
      expect(await ids({ user_id: 999_999 })).toEqual([]);
      const { body } = await list({ per_page: 1, page: 2, entity_type: 'department', user_id: userId, order: 'asc' });
      expect(body.meta).toEqual({ current_page: 2, per_page: 1, total: 2, last_page: 2 });
      expect(body.data[0].entity_id).toBe(second.id);
      await admin.get('/audit-log', 400, { entity: 'x' });
      await admin.get('/audit-log', 400, { from_date: '2026-02-30' });
      clock.set('2026-03-10T09:00:00.000Z');
    });
  });
});
