import { INITIAL_PERMISSIONS, PERMISSIONS, type Permission, ROLES } from '../../src/common/actor/roles';
import { type Service, startApp, storyClock } from '../support/app';
import type { Client, Loose } from '../support/client';
import { halfSent } from '../support/half-sent';
import { anOrder, submitted } from '../support/invoices';
import { asOwner, colleague } from '../support/purchase-orders';

const holdersAtFirst = (permission: Permission): readonly string[] => ['admin', ...INITIAL_PERMISSIONS[permission]];

describe('roles and their permissions', () => {
  const clock = storyClock();
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ clock });
  });
  afterAll(() => service.stop());

  describe.each(['a', 'b'] as const)('Form %s', (form) => {
    const admin = (): Client => service.client({ form });
    const set = (slug: string, permissions: readonly string[], status = 200): Promise<Loose> =>
      admin().put(`/roles/${slug}`, { permissions }, status);
    const code = async (call: Promise<{ body: Loose }>): Promise<string> => (await call).body.error.code;

    beforeEach(async () => {
      await asOwner(service, 'DELETE FROM role_permissions');
      // Clears the permission caches of the instances, which otherwise expire after 30 s.
      await set('viewer', []);
    });

    it('start with the initial table and a description of each permission', async () => {
      const { body } = await admin().call('GET', '/roles', 200);
      expect(body.meta).toMatchObject({ total: 9, last_page: 1 });
      expect(body.data.map(({ id, slug }: Loose) => [id, slug])).toEqual(ROLES.map((slug, place) => [place + 1, slug]));
      for (const role of body.data) {
        expect(role.permissions).toEqual(PERMISSIONS.filter((one) => holdersAtFirst(one).includes(role.slug)));
        expect(role.permission_details.map(({ permission }: Loose) => permission)).toEqual(role.permissions);
        expect(role.is_changeable).toBe(role.slug !== 'admin');
      }
      expect((await admin().get('/roles/auditor')).permission_details).toEqual([
        { permission: 'audit.read', covers: 'Read the audit log and the trails of orders and invoices' },
      ]);
    });

    it('are described in the requested language, sorted, searched and paged', async () => {
      const arabic = { headers: { 'accept-language': 'ar' } };
      const { body } = await admin().call('GET', '/roles/auditor', 200, undefined, arabic);
      expect(body.data.permission_details[0].covers).toMatch(/سجل التدقيق/);
      const slugs = async (query: Readonly<Record<string, string | number>>) =>
        (await admin().get('/roles', 200, query)).map(({ slug }: Loose) => slug);
      expect(await slugs({ search: 'FINANCE' })).toEqual(['finance_manager', 'finance_officer']);
      expect(await slugs({ sort: 'slug', order: 'desc', per_page: 2 })).toEqual(['viewer', 'requester']);
      expect(await slugs({ per_page: 4, page: 3 })).toEqual(['auditor']);
    });

    it('change from the next request on, with old and new permissions in the audit log', async () => {
      const officer = await colleague(service, 'finance_officer');
      const theirs = officer.client.through(form);
      const department = { name: 'Labs', code: `LAB-${form}` };
      const refused = await theirs.call('POST', '/departments', 403, department);
      expect(refused.body.error).toEqual({
        code: 'ROLE_NOT_PERMITTED',
        message:
          "The role finance_officer of this token's user lacks the permission departments.write. An admin may give it to the role (PUT /roles/finance_officer), or give the user a role that has it.",
        doc_url: expect.stringMatching(/\/docs\/errors\/ROLE_NOT_PERMITTED$/) as string,
        details: { permission: 'departments.write', role: 'finance_officer' },
      });
      const arabic = { headers: { 'accept-language': 'ar' } };
      const inArabic = await theirs.call('POST', '/departments', 403, department, arabic);
      expect(inArabic.body.error.message).toMatch(/finance_officer.*departments\.write/s);

      const changed = await set('finance_officer', ['departments.write', 'invoices.write']);
      expect(changed.permissions).toEqual(['invoices.write', 'departments.write']);
      expect(await admin().get('/roles/finance_officer')).toEqual(changed);
      await theirs.post('/departments', department, 201);
      const [entry] = await admin().get('/audit-log', 200, { entity_type: 'role' });
      expect(entry).toMatchObject({
        action: 'updated',
        entity_id: 6,
        user: { id: service.tenant.user.id },
        details: {
          role: 'finance_officer',
          changes: {
            permissions: {
              from: ['vendor_bank.verify', 'invoices.write', 'invoices.approve', 'payments.write'],
              to: ['invoices.write', 'departments.write'],
            },
          },
        },
      });
      await set('finance_officer', ['departments.write', 'invoices.write']);
      expect((await admin().get('/audit-log', 200, { entity_type: 'role' }))[0].id).toBe(entry.id);

      await set('finance_officer', []);
      expect(await code(theirs.call('POST', '/departments', 403, { ...department, code: 'X' }))).toBe(
        'ROLE_NOT_PERMITTED',
      );
    });

    it('change on every instance at once', async () => {
      const other = await startApp({ clock, beside: service });
      try {
        const officer = await colleague(service, 'finance_officer');
        const there = other.client({ form, token: await service.mint(['write'], officer.email) });
        await there.post('/departments', { name: 'L', code: `FAR-${form}` }, 403);
        await set('finance_officer', ['departments.write']);
        await there.post('/departments', { name: 'L', code: `FAR-${form}` }, 201);
        await set('finance_officer', []);
        await there.post('/departments', { name: 'L', code: `FARTHER-${form}` }, 403);
      } finally {
        await other.stop();
      }
    });

    it('belong to one tenant', async () => {
      const stranger = await service.newTenant();
      const theirs = admin().as(stranger.token.token);
      await set('viewer', ['payments.write']);
      expect((await theirs.get('/roles/viewer')).permissions).toEqual([]);
    });

    it('cannot be changed for admin or for an unknown role', async () => {
      const { body } = await admin().call('PUT', '/roles/admin', 422, { permissions: [] });
      expect(form === 'a' ? body.error.details : body.errors).toEqual({
        permissions: ['The role admin always has all permissions and cannot be changed.'],
      });
      expect((await admin().get('/roles/admin')).permissions).toEqual(PERMISSIONS);
      await set('king', [], 404);
      await admin().get('/roles/king', 404);
    });

    it.each([
      ['permissions', { permissions: ['fly'] }],
      ['permissions', { permissions: ['audit.read', 'audit.read'] }],
      ['permissions', { permissions: 'audit.read' }],
      ['permissions', {}],
      ['colour', { permissions: [], colour: 'blue' }],
    ])('return 422 for %s: %j', async (field, content) => {
      const { body } = await admin().call('PUT', '/roles/viewer', 422, content);
      expect(Object.keys(form === 'a' ? body.error.details : body.errors)[0]).toContain(field);
      expect((await admin().get('/roles/viewer')).permissions).toEqual([]);
    });

    it('are read with the ability read and changed only with the ability admin', async () => {
      const person = await colleague(service, 'admin', { abilities: ['read', 'write', 'delete', 'approve'] });
      const theirs = person.client.through(form);
      await theirs.get('/roles');
      const { body } = await theirs.call('PUT', '/roles/viewer', 403, { permissions: ['audit.read'] });
      expect(Object.keys(body.errors)).toEqual(['ability']);
    });

    it('return 412 for an outdated If-Match', async () => {
      const etag = (await admin().call('GET', '/roles/requester', 200)).headers.get('etag') ?? '';
      const under = { headers: { 'if-match': etag } };
      await admin().put('/roles/requester', { permissions: ['orders.write'] }, 200, under);
      expect(await code(admin().call('PUT', '/roles/requester', 412, { permissions: [] }, under))).toBe(
        'PRECONDITION_FAILED',
      );
      expect((await admin().get('/roles/requester')).permissions).toEqual(['orders.write']);
    });

    it('are checked after the ability, with the error body of the ability', async () => {
      const reader = await colleague(service, 'viewer', { abilities: ['read'] });
      const { body } = await reader.client.through(form).call('POST', '/vendors', 403, {});
      expect(Object.keys(body.errors)).toEqual(['ability']);
    });

    it('all belong to a token with the ability admin and to the role admin', async () => {
      const byToken = await colleague(service, 'viewer', { abilities: ['admin'] });
      const byRole = await colleague(service, 'admin', { abilities: ['write'] });
      await byToken.client.through(form).post('/departments', { name: 'T', code: `TOK-${form}` }, 201);
      await byRole.client.through(form).post('/departments', { name: 'R', code: `ROL-${form}` }, 201);
    });

    it('allow auditors and finance managers, but not viewers, to read the audit log', async () => {
      for (const role of ['auditor', 'finance_manager']) {
        expect(await (await colleague(service, role)).client.through(form).get('/audit-log')).not.toEqual([]);
      }
      const refused = await (await colleague(service, 'viewer')).client.through(form).call('GET', '/audit-log', 403);
      expect(refused.body.error.details).toEqual({ permission: 'audit.read', role: 'viewer' });
    });

    it('allow an auditor, but not a viewer, to read the trails of orders and invoices', async () => {
      const order = await anOrder(service);
      const invoice = await submitted(admin(), order);
      const auditor = (await colleague(service, 'auditor')).client.through(form);
      const viewer = (await colleague(service, 'viewer')).client.through(form);
      for (const record of [`/purchase-orders/${order.id}`, `/invoices/${invoice.id}`]) {
        await viewer.get(record);
        expect((await auditor.get(`${record}/trail`)).entries).not.toEqual([]);
        const refused = await viewer.call('GET', `${record}/trail`, 403);
        expect(refused.body.error).toMatchObject({
          code: 'ROLE_NOT_PERMITTED',
          details: { permission: 'audit.read', role: 'viewer' },
        });
      }
    });

    it('are checked again for a request that was still being sent when they were revoked', async () => {
      const officer = await colleague(service, 'finance_officer');
      const { id } = await submitted(admin(), await anOrder(service));
      const prefix = form === 'a' ? '/v1' : '/api/v1';
      const token = await service.mint(['approve'], officer.email);
      const half = await halfSent(service, `${prefix}/invoices/${id}/reject`, token, { reason: 'no' });
      await set('finance_officer', ['payments.write']);
      const answer = await half.finish();
      expect(answer).toMatchObject({
        status: 403,
        body: { error: { code: 'ROLE_NOT_PERMITTED', details: { permission: 'invoices.approve' } } },
      });
      expect((await admin().get(`/invoices/${id}`)).status).toBe('pending');
    });

    it('are equal to the setting invoice_approver_roles', async () => {
      expect((await admin().get('/settings')).invoice_approver_roles).toEqual(
        ROLES.filter((role) => holdersAtFirst('invoices.approve').includes(role)),
      );
      const officer = await colleague(service, 'procurement_officer');
      const viewer = await colleague(service, 'viewer');
      const approve = async (by: typeof officer, status: number): Promise<Loose> => {
        const { id } = await submitted(admin(), await anOrder(service));
        return (await by.client.through(form).call('POST', `/invoices/${id}/approve`, status, {})).body;
      };
      await approve(officer, 200);
      const shown = await admin().put('/settings', { invoice_approver_roles: ['viewer', 'finance_manager'] }, 200);
      expect(shown.invoice_approver_roles).toEqual(['admin', 'finance_manager', 'viewer']);
      const entries: Loose[] = await admin().get('/audit-log', 200, { per_page: 6 });
      expect(entries.map(({ entity_type, details }) => details?.role ?? entity_type)).toEqual(
        expect.arrayContaining(['settings', 'viewer', 'procurement_officer', 'finance_officer', 'department_head']),
      );
      await approve(viewer, 200);
      expect((await approve(officer, 403)).error.code).toBe('ROLE_NOT_PERMITTED');
      const roles: { slug: string; permissions: string[] }[] = await admin().get('/roles');
      const holders = roles.filter(({ permissions }) => permissions.includes('invoices.approve'));
      expect(holders.map(({ slug }) => slug)).toEqual(['admin', 'finance_manager', 'viewer']);
      // A change of a role changes the settings and their version.
      const etag = (await admin().call('GET', '/settings', 200)).headers.get('etag') ?? '';
      await set('viewer', []);
      const under = { headers: { 'if-match': etag } };
      await admin().put('/settings', { invoice_approver_roles: ['admin'] }, 412, under);
      expect((await admin().get('/settings')).invoice_approver_roles).toEqual(['admin', 'finance_manager']);
    });
  });
});
