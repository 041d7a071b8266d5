import { Logger } from '@nestjs/common';
import { ManualClock } from '../support/manual-clock';
import { Service, startApp, storyClock } from '../support/app';
import type { Client } from '../support/client';
import { invitationTokenIn, linkIn, mailsOf } from '../support/mail';
import { colleague } from '../support/purchase-orders';

describe('users', () => {
  let service: Service;
  let clock: ManualClock;

  beforeAll(async () => {
    clock = storyClock();
    service = await startApp({ clock, env: { PUBLIC_URL: 'https://procure.example/' } });
  });
  afterAll(() => service.stop());

  let people = 0;
  const person = (more: object = {}): Record<string, unknown> => {
    people += 1;
    return { name_en: `Person ${people}`, email: `person${people}@example.com`, role: 'requester', ...more };
  };
  const invited = async (client: Client, more: object = {}) => client.post('/users', person(more), 201);
  const active = async (client: Client, more: object = {}) => {
    const user = await invited(client, more);
    return client.post(`/users/${user.id}/activate`, {}, 200);
  };
  const latestMail = async () => (await mailsOf(service)).at(-1)!;

  describe.each(['a', 'b'] as const)('Form %s', (form) => {
    let admin: Client;
    let department: number;

    beforeAll(async () => {
      admin = service.client({ form });
      department = (await admin.get('/users/me')).department.id;
    });

    it('are returned by GET /users/me for the token’s user', async () => {
      const me = await admin.get('/users/me');
      expect(me).toEqual({
        id: service.tenant.user.id,
        name_en: 'Olivia Owner',
        name_ar: null,
        email: service.tenant.user.email,
        role: { id: 1, name: 'admin' },
        department: { id: department, name: 'General', code: 'GEN' },
        phone: null,
        status: 'active',
        two_factor_enabled: false,
        last_login_at: me.last_login_at,
        external_id: null,
        metadata: {},
        created_at: '2026-03-10T09:00:00.000Z',
      });
    });

    it('are created as invited, and the response mentions the invitation', async () => {
      const input = person({ name_ar: 'نورة', role: 'department_head', department_id: department, phone: '+966 1' });
      const { body, headers } = await admin.call('POST', '/users', 201, input);
      expect(body.data).toMatchObject({
        name_en: input['name_en'],
        name_ar: 'نورة',
        email: input['email'],
        role: { id: 4, name: 'department_head' },
        department: { id: department, code: 'GEN' },
        phone: '+966 1',
        status: 'invited',
        last_login_at: null,
      });
      expect(headers.get('etag')).toBe('"1"');
      expect(body.message).toBe(form === 'b' ? 'The user was created, and an invitation will be sent.' : undefined);
      expect(await admin.get(`/users/${body.data.id}`)).toEqual(body.data);
    });

    it.each([
      ['no name', { name_en: undefined }, 'name_en', 'This field is required.'],
      ['a blank name', { name_en: '  ' }, 'name_en', 'This field is required.'],
      ['no e-mail address', { email: undefined }, 'email', 'This field is required.'],
      ['an invalid e-mail address', { email: 'sara at example' }, 'email', 'Must be an e-mail address.'],
      ['two e-mail addresses', { email: 'a@example.com, b@example.com' }, 'email', 'Must be an e-mail address.'],
      [
        'a header in the e-mail address',
        { email: 'a@example.com\nBcc: b@example.com' },
        'email',
        'Must be an e-mail address.',
      ],
      ['no role', { role: undefined }, 'role', 'This field is required.'],
      ['an unknown role', { role: 'king' }, 'role', undefined],
      ['an unknown department', { department_id: 999_999 }, 'department_id', 'No such record.'],
      ['an unknown field', { nam_ar: 'x' }, 'nam_ar', 'Unknown field.'],
    ])('are rejected with %s', async (_what, fault, field, message) => {
      const { body } = await admin.call('POST', '/users', 422, person(fault));
      expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
      const messages = form === 'a' ? body.error.details : body.errors;
      expect(Object.keys(messages)).toEqual([field]);
      if (message) expect(messages[field]).toEqual([message]);
    });

    it('cannot have a department of another tenant, with the error of an unknown one', async () => {
      const other = admin.as((await service.newTenant()).token.token);
      const theirs = (await other.get('/users/me')).department.id;
      const { body } = await admin.call('POST', '/users', 422, person({ department_id: theirs }));
      expect(body.error.details).toEqual({ department_id: ['No such record.'] });
      expect((await other.call('GET', `/users/${service.tenant.user.id}`, 404)).body.error.code).toBe('NOT_FOUND');
    });

    it('have unique e-mail addresses without case', async () => {
      const user = await invited(admin);
      const another = await invited(admin);
      const shouted = user.email.toUpperCase();
      await admin.post('/users', person({ email: shouted }), 422);
      const { body } = await admin.call('PUT', `/users/${another.id}`, 422, { email: shouted });
      expect(body.error.details).toEqual({ email: ['Already in use.'] });
      expect((await admin.put(`/users/${user.id}`, { email: shouted }, 200)).email).toBe(shouted);
    });

    it('are listed with filters, search, sort and pages', async () => {
      const mark = `Zed${form}`;
      const one = await invited(admin, { name_en: `${mark} One`, role: 'viewer' });
      const two = await active(admin, { name_en: `${mark} Two`, role: 'finance_manager', department_id: department });
      await invited(admin, { name_en: `${mark} Three`, name_ar: 'ثلاثة' });
      const names = async (query: object): Promise<string[]> =>
        (await admin.get('/users', 200, query as never)).map((user: { name_en: string }) => user.name_en);
      expect(await names({ search: mark.toLowerCase(), sort: 'name_en', order: 'asc' })).toEqual([
        `${mark} One`,
        `${mark} Three`,
        `${mark} Two`,
      ]);
      expect(await names({ search: one.email.toUpperCase() })).toEqual([`${mark} One`]);
      expect(await names({ search: mark, role: 'finance_manager' })).toEqual([`${mark} Two`]);
      expect(await names({ search: mark, status: 'active' })).toEqual([`${mark} Two`]);
      expect(await names({ search: mark, department_id: department })).toEqual([`${mark} Two`]);
      expect(await names({ search: mark, department_id: 999_999 })).toEqual([]);
      expect(await names({ search: '%' })).toEqual([]);
      const paged = await admin.call('GET', '/users', 200, undefined, {
        query: { search: mark, per_page: 2, page: 2, sort_by: 'email', sort_order: 'desc' },
      });
      expect(paged.body.meta).toEqual({ current_page: 2, per_page: 2, total: 3, last_page: 2 });
      expect(paged.body.data).toHaveLength(1);
      expect(paged.headers.get('etag')).toBeNull();
      await admin.call('GET', '/users', 400, undefined, { query: { role: 'king' } });
      expect(two.status).toBe('active');
    });

    it('are changed only in the fields of the request', async () => {
      const user = await active(admin, { department_id: department, phone: '1' });
      const changed = await admin.put(`/users/${user.id}`, { name_en: 'New Name', role: 'viewer' }, 200);
      expect(changed).toEqual({ ...user, name_en: 'New Name', role: { id: 8, name: 'viewer' } });
      const cleared = await admin.put(`/users/${user.id}`, { department_id: null, phone: null, name_ar: '' }, 200);
      expect(cleared).toMatchObject({ department: null, phone: null, name_ar: null });
      const [entry] = await admin.get('/audit-log', 200, {
        entity_type: 'user',
        entity_id: user.id,
        action: 'updated',
        order: 'asc',
      });
      expect(entry.details.changes).toEqual({
        name_en: { from: user.name_en, to: 'New Name' },
        role: { from: 'requester', to: 'viewer' },
      });
      await admin.put('/users/999999', { name_en: 'x' }, 404);
    });

    it('can be changed in role, name, department and address only by admins', async () => {
      const writer = admin.as(await service.mint(['read', 'write', 'delete']));
      const user = await invited(writer);
      const self = service.tenant.user.id;
      const missing = async (method: string, path: string, body?: object): Promise<void> => {
        const reply = await writer.call(method, path, 403, body);
        expect(reply.body.errors).toEqual({ ability: ['The ability admin is required.'] });
      };
      await missing('POST', '/users', person({ role: 'admin' }));
      await missing('PUT', `/users/${user.id}`, { role: 'viewer' });
      await missing('PUT', `/users/${user.id}`, { email: 'else@example.com' });
      await missing('PUT', `/users/${user.id}`, { department_id: department });
      await missing('PUT', `/users/${user.id}`, { name_en: 'Somebody Else' });
      await missing('PUT', `/users/${user.id}`, { name_ar: 'آخر' });
      await missing('PUT', `/users/${user.id}`, { phone: '5' });
      await missing('PUT', `/users/${self}`, { department_id: null });
      await missing('PUT', `/users/${self}`, { role: 'viewer' });
      await missing('PUT', `/users/${self}`, { email: 'else@example.com' });
      await missing('DELETE', `/users/${service.tenant.user.id}`);
      await missing('POST', `/users/${user.id}/activate`);
      // These values are equal to the stored ones, so the ability admin is not needed.
      const unchanged = {
        role: 'requester',
        email: user.email,
        name_en: user.name_en,
        department_id: null,
        phone: null,
      };
      expect(await writer.put(`/users/${user.id}`, unchanged, 200)).toEqual(user);
      await writer.put('/users/me', { phone: '5' }, 400);
      await writer.put(`/users/${self}`, { name_en: 'Olivia', name_ar: 'أوليفيا', phone: '5' }, 200);
      await writer.put(`/users/${self}`, { name_en: 'Olivia Owner', name_ar: null, phone: null }, 200);
      const reader = admin.as(await service.mint(['read']));
      await reader.post('/users', person(), 403);
      await reader.delete(`/users/${user.id}`, 403);
      expect((await writer.delete(`/users/${user.id}`, 200)).status).toBe('inactive');
      await missing('DELETE', `/users/${self}`);
    });

    it('are invited and deactivated with users.write, but an admin only by an admin', async () => {
      const manager = (await colleague(service, 'procurement_manager')).client.through(form);
      const user = await invited(admin);
      const lacks = async (method: string, path: string, body?: object): Promise<void> => {
        const reply = await manager.call(method, path, 403, body);
        expect(reply.body.error).toMatchObject({ code: 'ROLE_NOT_PERMITTED', details: { permission: 'users.write' } });
      };
      await lacks('POST', '/users', person());
      await lacks('POST', `/users/${user.id}/invite`, {});
      await lacks('DELETE', `/users/${user.id}`);
      const { permissions } = await admin.get('/roles/procurement_manager');
      await admin.put('/roles/procurement_manager', { permissions: [...permissions, 'users.write'] }, 200);
      const newcomer = await invited(manager);
      await manager.post(`/users/${newcomer.id}/invite`, undefined, 200);
      await manager.delete(`/users/${newcomer.id}`, 200);
      const second = await colleague(service, 'admin');
      expect((await manager.call('DELETE', `/users/${second.id}`, 403)).body.errors).toEqual({
        ability: ['The ability admin is required.'],
      });
      await admin.put('/roles/procurement_manager', { permissions }, 200);
    });

    it('lose the rights of their role from the next request after a lower role', async () => {
      const user = await active(admin, { role: 'procurement_officer' });
      const theirs = admin.as(await service.mint(['read', 'write'], user.email));
      await theirs.post('/vendors', { name: 'Before' }, 201);
      await admin.put(`/users/${user.id}`, { role: 'viewer' }, 200);
      await theirs.post('/vendors', { name: 'After' }, 403);
    });

    it('lose their access at once and for good when they are deactivated', async () => {
      const user = await active(admin, { role: 'procurement_officer' });
      const theirs = admin.as(await service.mint(['read', 'write'], user.email));
      expect((await theirs.get('/users/me')).id).toBe(user.id);
      const minted = admin.as((await theirs.post('/tokens', { name: 'child', abilities: ['read'] }, 201)).token);
      await minted.get('/me');

      const gone = await admin.delete(`/users/${user.id}`, 200);
      expect(gone).toMatchObject({ ...user, status: 'inactive', last_login_at: gone.last_login_at });
      await theirs.get('/me', 401);
      await minted.get('/me', 401);
      expect(await admin.delete(`/users/${user.id}`, 200)).toEqual(gone);
      const entries = await admin.get('/audit-log', 200, {
        entity_type: 'user',
        entity_id: user.id,
        action: 'deactivated',
      });
      expect(entries).toHaveLength(1);

      expect((await admin.post(`/users/${user.id}/activate`, {}, 200)).status).toBe('active');
      await theirs.get('/me', 401);
      const { body } = await admin.call('POST', `/users/${user.id}/activate`, 422, {});
      expect(body.error).toMatchObject({
        code: 'INVALID_STATUS',
        details: { status: 'active', allowed_statuses: ['invited', 'inactive'] },
      });
    });

    it('include at least one active admin, who cannot be deactivated or demoted', async () => {
      const tenant = await service.newTenant();
      const owner = admin.as(tenant.token.token);
      const alone = await owner.call('DELETE', `/users/${tenant.user.id}`, 422);
      expect(alone.body.error).toMatchObject({ code: 'INVALID_STATUS', details: { status: 'active' } });
      const demoted = await owner.call('PUT', `/users/${tenant.user.id}`, 422, { role: 'viewer' });
      expect(Object.keys(demoted.body.error.details)).toEqual(['role']);
      // An invited admin is not active.
      const second = await invited(owner, { role: 'admin' });
      await owner.call('DELETE', `/users/${tenant.user.id}`, 422);
      await owner.post(`/users/${second.id}/activate`, {}, 200);
      const theirs = { name: 'theirs', abilities: ['admin'], user_id: second.id };
      const { token } = await owner.post('/tokens', theirs, 201);
      expect((await owner.delete(`/users/${tenant.user.id}`, 200)).status).toBe('inactive');
      await owner.get('/me', 401);
      // A deactivated admin is not active.
      await admin.as(token).call('DELETE', `/users/${second.id}`, 422);
    });

    it('include an admin even if two admins deactivate each other concurrently', async () => {
      for (let again = 0; again < 5; again++) {
        const tenant = await service.newTenant();
        const owner = admin.as(tenant.token.token);
        const second = await active(owner, { role: 'admin' });
        const { token } = await owner.post(
          '/tokens',
          { name: 'theirs', abilities: ['admin'], user_id: second.id },
          201,
        );
        const replies = await Promise.all([
          owner.raw('DELETE', `/users/${second.id}`),
          admin.as(token).raw('DELETE', `/users/${tenant.user.id}`),
        ]);
        const statuses = replies.map((reply) => reply.status).sort();
        expect([
          [200, 401],
          [200, 422],
        ]).toContainEqual(statuses);
      }
    });
  });

  describe.each(['a', 'b'] as const)('invitations, Form %s', (form) => {
    let admin: Client;
    let stranger: Client;
    beforeAll(() => {
      admin = service.client({ form });
      stranger = admin.as(undefined);
    });

    // Starts a new rate limit window for the address.
    beforeEach(() => clock.advance(60_000));

    const accept = (token: string, status: number) => stranger.call('POST', '/invitations/accept', status, { token });
    const refusal = async (token: string): Promise<string> => (await accept(token, 422)).body.error.details.token[0];

    it('have a link that works once', async () => {
      const user = await invited(admin, { name_en: 'Nora <b>Bold</b>' });
      const mail = await latestMail();
      expect(mail.to).toContain(user.email);
      expect(mail.subject).toBe(`You are invited to join ${service.tenant.tenant.name}`);
      expect(mail.text).toContain('Dear Nora <b>Bold</b>,');
      expect(mail.html).toContain('Dear Nora &lt;b&gt;Bold&lt;/b&gt;,');
      const last = new Date(clock.now().getTime() + 7 * 86_400_000).getUTCDate();
      expect(mail.text).toContain(`until ${last} March 2026 (UTC)`);
      const link = linkIn(mail.text);
      expect(`${link.origin}${link.pathname}`).toBe('https://procure.example/invitations');
      expect(link.search).toBe('?lang=en');

      const { body } = await accept(invitationTokenIn(mail), 200);
      expect(body.data).toMatchObject({ id: user.id, status: 'active' });
      expect(await refusal(invitationTokenIn(mail))).toBe('This invitation has already been used.');
      await admin.post(`/users/${user.id}/invite`, {}, 422);
      const [entry] = await admin.get('/audit-log', 200, {
        entity_type: 'user',
        entity_id: user.id,
        action: 'invitation_accepted',
      });
      expect(entry.user).toEqual({ id: user.id, name: user.name_en });
    });

    it('are logged with their link if mail is written to a folder', async () => {
      const printed = jest.spyOn(Logger.prototype, 'log');
      const user = await invited(admin);
      const { href } = linkIn((await latestMail()).text);
      const lines = printed.mock.calls.map(([line]: unknown[]) => String(line));
      printed.mockRestore();
      expect(lines.find((line) => line.includes(user.email))).toContain(`its link: ${href}`);
    });

    it('are rejected if they are forged, blank or missing', async () => {
      const invalid = 'This invitation is not valid, or a newer one has replaced it. Ask for a new one.';
      expect(await refusal(`inv_${'A'.repeat(43)}`)).toBe(invalid);
      expect(await refusal("' OR 1=1 --")).toBe(invalid);
      expect(await refusal('')).toBe('This field is required.');
      await stranger.call('POST', '/invitations/accept', 422, {});
    });

    it('expire after seven days, to the second', async () => {
      const user = await invited(admin);
      const token = invitationTokenIn(await latestMail());
      clock.advance(7 * 86_400_000);
      expect(await refusal(token)).toBe('This invitation has expired. Ask for a new one.');
      clock.advance(-1);
      expect((await accept(token, 200)).body.data.id).toBe(user.id);
    });

    it('are replaced by the next one', async () => {
      const user = await invited(admin);
      const first = invitationTokenIn(await latestMail());
      expect((await admin.post(`/users/${user.id}/invite`, {}, 200)).status).toBe('invited');
      const second = invitationTokenIn(await latestMail());
      expect(second).not.toBe(first);
      await accept(first, 422);
      await accept(second, 200);
    });

    it('are sent again to a changed address, and the earlier link stops working', async () => {
      const user = await invited(admin);
      const old = invitationTokenIn(await latestMail());
      await admin.put(`/users/${user.id}`, { email: `moved-${user.email}` }, 200);
      const mail = await latestMail();
      expect(mail.to).toContain(`moved-${user.email}`);
      await accept(old, 422);
      await accept(invitationTokenIn(mail), 200);
    });

    it('cause a notice to the old address when the address changes, in the language of the tenant', async () => {
      const user = await active(admin, { name_en: 'Sara', name_ar: 'سارة' });
      const published = async (email: string) => {
        const before = (await mailsOf(service)).length;
        await admin.put(`/users/${user.id}`, { email }, 200);
        return (await mailsOf(service)).slice(before);
      };
      const tenant = service.tenant.tenant.name;
      const [mail, ...others] = await published(`new-${user.email}`);
      expect(others).toEqual([]);
      expect(mail?.to).toContain(`<${user.email}>`);
      expect(mail?.subject).toBe(`Your e-mail address at ${tenant} has been changed`);
      expect(mail?.text).toContain('Dear Sara,');
      expect(mail?.text).toContain(`Olivia Owner has changed the e-mail address of your account at ${tenant}.`);
      expect(mail?.text).toContain(`contact an admin of ${tenant} at once.`);
      expect(mail?.text).not.toContain(`new-${user.email}`);

      await admin.put('/settings', { language: 'ar' }, 200);
      const [arabic] = await published(user.email);
      await admin.put('/settings', { language: 'en' }, 200);
      expect(arabic?.to).toContain(`new-${user.email}`);
      expect(arabic?.subject).toBe(`تم تغيير بريدك الإلكتروني لدى ${tenant}`);
      expect(arabic?.text).toContain('مرحبًا سارة،');
      const before = (await mailsOf(service)).length;
      await admin.put(`/users/${user.id}`, { phone: '7', email: user.email }, 200);
      expect(await mailsOf(service)).toHaveLength(before);
    });

    it('end with a deactivation and with an activation', async () => {
      const left = await invited(admin);
      const leftToken = invitationTokenIn(await latestMail());
      await admin.delete(`/users/${left.id}`, 200);
      await accept(leftToken, 422);
      await admin.post(`/users/${left.id}/invite`, {}, 422);

      const taken = await invited(admin);
      const takenToken = invitationTokenIn(await latestMail());
      await admin.post(`/users/${taken.id}/activate`, {}, 200);
      await accept(takenToken, 422);
    });

    it('are accepted once in fifty concurrent requests', async () => {
      await invited(admin);
      const token = invitationTokenIn(await latestMail());
      const replies = await Promise.all(
        Array.from({ length: 50 }, () => stranger.raw('POST', '/invitations/accept', JSON.stringify({ token }))),
      );
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
      expect(replies.filter((reply) => reply.status === 422)).toHaveLength(49);
    });

    it('are limited by the address of the caller', async () => {
      const replies = await Promise.all(
        Array.from({ length: 61 }, () =>
          stranger.raw('POST', '/invitations/accept', JSON.stringify({ token: 'guess' })),
        ),
      );
      expect(replies.filter((reply) => reply.status === 429)).toHaveLength(1);
      expect(replies.filter((reply) => reply.status === 422)).toHaveLength(60);
    });

    it('are in Arabic if the tenant’s language is Arabic', async () => {
      await admin.put('/settings', { language: 'ar' }, 200);
      await invited(admin, { name_en: 'Sara', name_ar: 'سارة' });
      const mail = await latestMail();
      expect(mail.subject).toBe(`دعوة للانضمام إلى ${service.tenant.tenant.name}`);
      expect(mail.text).toContain('مرحبًا سارة،');
      expect(mail.text).toMatch(/حتى \d+ \S+ 2026 \(بالتوقيت العالمي\)/);
      expect(mail.html).toContain('<html lang="ar" dir="rtl">');
      expect(linkIn(mail.text).search).toBe('?lang=ar');
      await invited(admin, { name_en: 'Noura' });
      expect((await latestMail()).text).toContain('مرحبًا Noura،');
      await admin.put('/settings', { language: 'en' }, 200);
    });

    it('have a page that changes nothing when it is opened', async () => {
      const english = await fetch(`${service.address}/invitations`, { headers: { 'accept-language': 'en' } });
      expect(english.status).toBe(200);
      expect(english.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(english.headers.get('cache-control')).toBe('no-store');
      expect(english.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(await english.text()).toContain('Accept the invitation');
      const arabic = await (
        await fetch(`${service.address}/invitations?lang=ar&lang=en`, { headers: { 'accept-language': 'ar' } })
      ).text();
      expect(arabic).toContain('<html lang="ar" dir="rtl">');
      expect(arabic).toContain('قبول الدعوة');
      const script = await fetch(`${service.address}/invitations/page.js`);
      expect(script.headers.get('content-type')).toContain('javascript');
    });
  });

  it('are notified of a token that acts as them', async () => {
    const admin = service.client();
    const user = await active(admin, { name_en: 'Tariq' });
    await admin.post('/tokens', { name: 'ERP', abilities: ['read', 'write'], user_id: user.id }, 201);
    const mail = await latestMail();
    expect(mail.to).toContain(user.email);
    expect(mail.text).toContain('Olivia Owner has created the API token “ERP”');
    const count = (await mailsOf(service)).length;
    await admin.post('/tokens', { name: 'own', abilities: ['read'] }, 201);
    await admin.post('/tokens', { name: 'own too', abilities: ['read'], user_id: service.tenant.user.id }, 201);
    expect(await mailsOf(service)).toHaveLength(count);
  });

  it('are addressed by their Arabic name in an Arabic mail, or by the English one', async () => {
    const admin = service.client();
    await admin.put('/settings', { language: 'ar' }, 200);
    for (const [names, greeted] of [
      [{ name_en: 'Huda', name_ar: 'هدى' }, 'مرحبًا هدى،'],
      [{ name_en: 'Tariq', name_ar: null }, 'مرحبًا Tariq،'],
    ] as const) {
      const user = await active(admin, names);
      await admin.post('/tokens', { name: 'ERP', abilities: ['read'], user_id: user.id }, 201);
      expect((await latestMail()).text).toContain(greeted);
    }
    await admin.put('/settings', { language: 'en' }, 200);
  });
});
