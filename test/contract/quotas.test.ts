import { ManualClock } from '../support/manual-clock';
import { MailDispatch } from '../../src/organisation/notifications';
import { TenantsService, type ProvisionedTenant } from '../../src/operations/provisioning';
import { type Service, startApp, storyClock } from '../support/app';
import type { Client, Loose } from '../support/client';
import { command } from '../support/command';
import { SAMPLES } from '../support/documents/samples';
import { upload } from '../support/documents/upload';
import { mailsOf } from '../support/mail';
import { aDraft, aVendor } from '../support/purchase-orders';
import { eventually } from '../support/webhooks/delivering';

const [NAME, , PDF] = SAMPLES[0] ?? ['', '', Buffer.alloc(0)];
const MB = 1024 * 1024;
const MIDNIGHT = '2026-03-11T00:00:00.000Z';

/** A PDF of exactly this size. */
const pdfOf = (bytes: number): Buffer => Buffer.concat([PDF, Buffer.alloc(bytes - PDF.length, '\n')]);

describe('tenant quotas', () => {
  let clock: ManualClock;
  let service: Service;
  let tenant: ProvisionedTenant;
  let admin: Client;
  let people = 0;

  beforeAll(async () => {
    clock = storyClock();
    service = await startApp({ clock });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    clock.set('2026-03-10T22:30:00.000Z');
    tenant = await service.newTenant();
    admin = service.client({ token: tenant.token.token });
  });

  const set = (changes: Parameters<TenantsService['changeQuotas']>[1]): Promise<void> =>
    service.app.get(TenantsService).changeQuotas(tenant.tenant.slug, changes);
  const invite = (status = 201, client = admin): Promise<Loose> => {
    people += 1;
    return client.post('/users', { name_en: 'A B', email: `p${people}@quota.example`, role: 'viewer' }, status);
  };
  const addresses = async (): Promise<string[]> => (await mailsOf(service)).map(({ to }) => to);
  const sweep = async (): Promise<void> => {
    service.app.get(MailDispatch).wake();
    await service.app.get(MailDispatch).settled();
  };

  it('start with the defaults and are visible to every token with read', async () => {
    const reader = service.client({
      token: (await admin.post('/tokens', { name: 'Reader', abilities: ['read'] }, 201)).token,
    });
    await invite();
    for (const form of ['a', 'b'] as const) {
      expect(await reader.through(form).get('/settings/quotas')).toEqual({
        storage_quota_mb: 10_240,
        storage_used_mb: 0,
        invitations_per_day: 200,
        invitations_today: 1,
        mails_per_day: 1000,
        mails_today: 1,
      });
    }
  });

  it('cannot be changed by the tenant', async () => {
    await admin.call('PUT', '/settings/quotas', 405, { storage_quota_mb: 1_000_000 });
    const refused = await admin.put('/settings', { storage_quota_mb: 1_000_000 }, 422);
    expect(Object.keys(refused.details)).toEqual(['storage_quota_mb']);
  });

  it('are set, shown and reset by the operator’s command', async () => {
    const { slug } = tenant.tenant;
    const run = async (...args: string[]) => command(service, 'tenant:quota', '--slug', slug, ...args);
    const changed = await run('--storage-mb', '5', '--mails-per-day', '7', '--json');
    expect(JSON.parse(changed.said)).toMatchObject({ slug, storage_quota_mb: 5, mails_per_day: 7 });
    expect(await admin.get('/settings/quotas')).toMatchObject({
      storage_quota_mb: 5,
      invitations_per_day: 200,
      mails_per_day: 7,
    });
    const [entry] = await admin.get('/audit-log', 200, { entity_type: 'tenant' });
    expect(entry).toMatchObject({
      action: 'quotas_changed',
      details: { storage_quota_mb: 5, mails_per_day: 7 },
    });

    expect((await run('--storage-mb', 'default')).said).toContain('Storage: 0 of 10240 MB');
    for (const wrong of ['-1', '1.5', 'much', '1000000001']) {
      expect(await run('--storage-mb', wrong)).toMatchObject({ said: '' });
    }
    expect(await run('--mails-per-day', '0')).toMatchObject({ said: '' });
    expect(await admin.get('/settings/quotas')).toMatchObject({ storage_quota_mb: 10_240, mails_per_day: 7 });
  });

  describe('for storage', () => {
    let orderId: number;
    beforeEach(async () => {
      orderId = (await aDraft(admin, (await aVendor(admin)).id)).id;
      await set({ storage_quota_mb: 2 });
    });

    const add = (bytes: number, headers = {}) =>
      upload(service, orderId, NAME, pdfOf(bytes), { token: tenant.token.token, headers });
    const used = async (): Promise<number> => (await admin.get('/settings/quotas')).storage_used_mb;

    it('are exact to the byte', async () => {
      expect((await add(MB)).status).toBe(201);
      expect((await add(MB + 1)).status).toBe(422);
      expect((await add(MB)).status).toBe(201);
      expect(await used()).toBe(2);
    });

    it('return 422 on the field, in both languages, and store nothing', async () => {
      await set({ storage_quota_mb: 1 });
      const { status, body } = await add(MB + 1);
      expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
      expect(body.error.details.file).toEqual([
        'The file of 1.1 MB does not fit: 0 MB of the 1 MB of storage are used. Delete drafts with documents, or ask the operator of the service for more.',
      ]);
      const arabic = await add(MB + 1, { 'accept-language': 'ar' });
      expect(arabic.body.error.details.file[0]).toContain('لا تتسع المساحة');
      expect(await used()).toBe(0);
    });

    it('do not count an upload that was rejected for another reason', async () => {
      const reply = await upload(service, orderId, 'x.png', pdfOf(MB), { token: tenant.token.token });
      expect(reply.status).toBe(422);
      expect((await upload(service, 999_999, NAME, PDF, { token: tenant.token.token })).status).toBe(404);
      expect(await used()).toBe(0);
    });

    it('hold for concurrent uploads to several orders', async () => {
      const vendor = await aVendor(admin);
      const orders = await Promise.all(Array.from({ length: 8 }, () => aDraft(admin, vendor.id)));
      const replies = await Promise.all(
        orders.map(({ id }) => upload(service, id, NAME, pdfOf(MB / 2), { token: tenant.token.token })),
      );
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(4);
      expect(replies.filter(({ status }) => status === 422)).toHaveLength(4);
      expect(await used()).toBe(2);
    });

    it("free the bytes of a draft's files when the draft is deleted", async () => {
      await add(2 * MB);
      const next = await aDraft(admin, (await aVendor(admin)).id);
      const again = () => upload(service, next.id, NAME, PDF, { token: tenant.token.token });
      expect((await again()).status).toBe(422);
      await admin.delete(`/purchase-orders/${orderId}`);
      await eventually(async () => (await used()) === 0);
      expect((await again()).status).toBe(201);
    });

    it('do not count files of another tenant', async () => {
      await add(2 * MB);
      const other = service.client();
      const draft = await aDraft(other, (await aVendor(other)).id);
      expect((await upload(service, draft.id, NAME, PDF)).status).toBe(201);
    });
  });

  describe('for invitations', () => {
    it('return 429 until 00:00 UTC, in both languages, and create no user', async () => {
      await set({ invitations_per_day: 1 });
      await invite();
      const person = { name_en: 'A B', email: 'refused@quota.example', role: 'viewer' };
      const { body, headers } = await admin.call('POST', '/users', 429, person);
      expect(body.error).toMatchObject({
        code: 'RATE_LIMIT_EXCEEDED',
        message:
          'All 1 invitations of today have been sent. Try again in 5400 seconds, or ask the operator of the service for a higher limit.',
      });
      expect([headers.get('retry-after'), headers.get('x-ratelimit-remaining')]).toEqual(['5400', '0']);
      const arabic = await admin.call('POST', '/users', 429, person, { headers: { 'accept-language': 'ar' } });
      expect(arabic.body.error.message).toContain('دعوات اليوم');
      expect(await admin.get('/users', 200, { search: 'refused@' })).toEqual([]);

      clock.set(MIDNIGHT);
      await admin.post('/users', person, 201);
    });

    it('count a repeated invitation link', async () => {
      await set({ invitations_per_day: 2 });
      const { id } = await invite();
      await admin.post(`/users/${id}/invite`, {}, 200);
      await admin.post(`/users/${id}/invite`, {}, 429);
    });

    it('hold for concurrent invitations', async () => {
      await set({ invitations_per_day: 3 });
      const statuses = await Promise.all(
        Array.from({ length: 8 }, async (_, index) => {
          const person = { name_en: 'A B', email: `race${index}@quota.example`, role: 'viewer' };
          return (await admin.raw('POST', '/users', JSON.stringify(person))).status;
        }),
      );
      expect(statuses.sort()).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
      expect((await admin.get('/settings/quotas')).invitations_today).toBe(3);
    });
  });

  describe('for mail', () => {
    it('delay excess mails in order to later days, up to the quota of each day', async () => {
      await set({ mails_per_day: 2 });
      const emails: string[] = [];
      for (let index = 0; index < 5; index += 1) emails.push((await invite()).email);
      const sent = async (): Promise<string[]> => {
        await sweep();
        return (await addresses()).flatMap((to) => emails.filter((email) => to.includes(email)));
      };
      expect(await sent()).toEqual(emails.slice(0, 2));
      expect((await admin.get('/settings/quotas')).mails_today).toBe(2);
      clock.set('2026-03-10T23:59:59.999Z');
      expect(await sent()).toEqual(emails.slice(0, 2));
      clock.set(MIDNIGHT);
      expect(await sent()).toEqual(emails.slice(0, 4));
      clock.set('2026-03-12T00:00:00.000Z');
      expect(await sent()).toEqual(emails);
    });

    it('send delayed mails on the same day after the operator raises the quota, up to the new quota', async () => {
      await set({ mails_per_day: 2 });
      const emails: string[] = [];
      for (let index = 0; index < 9; index += 1) emails.push((await invite()).email);
      const sent = async (): Promise<string[]> => {
        await sweep();
        return (await addresses()).flatMap((to) => emails.filter((email) => to.includes(email)));
      };
      expect(await sent()).toEqual(emails.slice(0, 2));
      await set({ mails_per_day: 5 });
      expect(await sent()).toEqual(emails.slice(0, 5));
      // The other four have four of the five places of tomorrow.
      for (let index = 0; index < 2; index += 1) emails.push((await invite()).email);
      clock.set(MIDNIGHT);
      expect(await sent()).toEqual(emails.slice(0, 10));
      expect((await admin.get('/settings/quotas')).mails_today).toBe(5);
      await set({ mails_per_day: 100 });
      expect(await sent()).toEqual(emails);
      emails.push((await invite()).email);
      expect(await sent()).toEqual(emails);
      expect((await admin.get('/settings/quotas')).mails_today).toBe(7);
    });

    it('do not change the next attempt of a mail that the server has rejected when they are raised', async () => {
      await set({ mails_per_day: 1 });
      await invite();
      const { email } = await invite();
      const dueAt = new Date('2026-03-11T00:00:00.000Z');
      await service.owner.query('UPDATE outgoing_mail SET attempts = 1 WHERE recipient = $1', [email]);
      await set({ mails_per_day: 10 });
      const { rows } = await service.owner.query('SELECT due_at FROM outgoing_mail WHERE recipient = $1', [email]);
      expect(rows).toEqual([{ due_at: dueAt }]);
    });

    it('never delay a security notice because of other mail', async () => {
      await set({ mails_per_day: 1 });
      const { id, email } = await invite();
      await invite();
      await admin.post(`/users/${id}/activate`, {}, 200);
      const token = { name: 'For another', abilities: ['read'], user_id: id };
      await admin.post('/tokens', token, 201);
      const subjects = async (): Promise<string[]> => {
        await sweep();
        return (await mailsOf(service)).filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
      };
      expect(await subjects()).toEqual([expect.stringContaining('invited'), expect.stringContaining('token')]);
      // Security notices have their own daily quota. The next one is delayed, not lost.
      await admin.post('/tokens', token, 201);
      expect(await subjects()).toHaveLength(2);
      clock.set(MIDNIGHT);
      expect(await subjects()).toHaveLength(3);
    });
  });
});
