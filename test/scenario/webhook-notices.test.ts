import { Client as Postgres } from 'pg';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { Service, startApp, storyClock } from '../support/app';
import type { Client } from '../support/client';
import { mailsOf, type ReadMail } from '../support/mail';
import { eventually } from '../support/webhooks/delivering';

const HOUR = 3_600_000;

describe('Mail about a failing webhook subscription', () => {
  const clock = storyClock();
  let service: Service;
  let receiver: WebhookReceiver;
  let owner: Postgres;

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    service = await startApp({ clock, redis: false, trusts: receiver });
    owner = new Postgres(service.adminUrl);
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await service.stop();
    await receiver.close();
  });

  describe.each([
    [
      'a',
      'en',
      'The webhook subscription “ERP” keeps failing',
      'The webhook subscription “ERP” has been disabled',
      '10 deliveries in a row',
    ],
    ['b', 'ar', 'اشتراك الويب هوك «ERP» يتعثر باستمرار', 'عُطِّل اشتراك الويب هوك «ERP»', 'وعددها 10.'],
  ] as const)('in Form %s, in the language %s', (form, language, failing, disabled, count) => {
    let admin: Client;
    let tenant: string;
    let second: string;
    let first: string;

    beforeAll(async () => {
      const made = await service.newTenant();
      admin = service.client({ form, token: made.token.token });
      tenant = made.tenant.id;
      first = made.user.email;
      second = `second-${form}@example.com`;
      await admin.put('/settings', { language }, 200);
      const { id } = await admin.post('/users', { name_en: 'Second', email: second, role: 'admin' }, 201);
      await admin.post(`/users/${id}/activate`, {}, 200);
      // Invited admins and users with other roles get no mail.
      await admin.post('/users', { name_en: 'I', email: `invited-${form}@example.com`, role: 'admin' }, 201);
      const viewer = { name_en: 'V', email: `viewer-${form}@example.com`, role: 'viewer' };
      await admin.post(`/users/${(await admin.post('/users', viewer, 201)).id}/activate`, {}, 200);
    });
    afterEach(async () => {
      for (const { id } of await admin.get('/webhooks')) await admin.delete(`/webhooks/${id}`, 200);
      receiver.respond = (_call, response) => response.end('ok');
    });

    const subscribed = (): Promise<{ id: number }> =>
      admin.post('/webhooks', { name: 'ERP', url: receiver.url(), events: ['vendor.created'] }, 201);
    /** Sets the subscription's URL to a forbidden address, or back. Each delivery to it fails at its first attempt. */
    const point = (id: number, url: string) =>
      owner.query('UPDATE webhook_subscriptions SET url = $3 WHERE tenant_id = $1 AND id = $2', [tenant, id, url]);
    /** Waits until the deliveries have ended and the mail about them is sent. */
    const deliver = async (id: number, times: number): Promise<void> => {
      for (let time = 0; time < times; time += 1) await admin.post('/vendors', { name: `V${time}` }, 201);
      await eventually(
        async () => (await admin.get(`/webhooks/${id}/deliveries`, 200, { status: 'pending' })).length === 0,
      );
      await eventually(async () => (await owner.query('SELECT FROM outgoing_mail')).rowCount === 0);
    };
    const subjects = async (): Promise<[string, string][]> =>
      (await mailsOf(service))
        .filter((mail) => mail.subject.includes('ERP'))
        .filter(({ to }) => to.includes(first) || to.includes(`-${form}@`))
        .map(({ to, subject }): [string, string] => [/<(.*)>/.exec(to)?.[1] ?? to, subject]);
    const toBoth = (subject: string): [string, string][] => [
      [first, subject],
      [second, subject],
    ];
    const latest = async (): Promise<ReadMail> => (await mailsOf(service)).at(-1) as ReadMail;

    it('goes to the admins halfway to the limit, once per series of failures, and at the limit', async () => {
      const { id } = await subscribed();
      await point(id, 'https://10.0.0.1/');
      await deliver(id, 9);
      clock.advance(12 * HOUR);
      expect(await subjects()).toEqual([]);
      await deliver(id, 1);
      expect(await subjects()).toEqual(toBoth(failing));
      expect((await latest()).text).toContain(count);
      expect((await latest()).text).toContain('BLOCKED_ADDRESS');
      expect((await latest()).html).toContain(`<html lang="${language}" dir="${form === 'b' ? 'rtl' : 'ltr'}">`);
      await deliver(id, 9);
      expect(await subjects()).toHaveLength(2);

      clock.advance(12 * HOUR);
      await deliver(id, 1);
      expect(await admin.get(`/webhooks/${id}`)).toMatchObject({
        is_active: false,
        failure_count: 20,
        disabled_reason: 'TOO_MANY_FAILURES',
      });
      expect(await subjects()).toEqual([...toBoth(failing), ...toBoth(disabled)]);
      const [entry] = await admin.get('/audit-log', 200, { entity_type: 'webhook', action: 'disabled' });
      expect(entry).toMatchObject({ user: null, details: { reason: 'TOO_MANY_FAILURES', failure_count: 20 } });

      // Repaired and activated, the subscription may fail again; then the admins get mail again.
      await admin.put(`/webhooks/${id}`, { is_active: true }, 200);
      await deliver(id, 9);
      clock.advance(12 * HOUR);
      await point(id, receiver.url());
      await deliver(id, 1);
      await point(id, 'https://10.0.0.1/');
      await deliver(id, 1);
      expect(await subjects()).toHaveLength(4);
      await deliver(id, 8);
      clock.advance(12 * HOUR);
      await deliver(id, 1);
      expect((await subjects()).slice(4)).toEqual(toBoth(failing));
    });

    it('goes to the admins without an earlier warning when the receiver returns 410', async () => {
      const before = (await subjects()).length;
      const { id } = await subscribed();
      receiver.respond = (_call, response) => response.writeHead(410).end();
      await deliver(id, 1);
      expect(await admin.get(`/webhooks/${id}`)).toMatchObject({ is_active: false, disabled_reason: 'GONE' });
      expect((await subjects()).slice(before)).toEqual(toBoth(disabled));
      expect((await latest()).text).toContain('410');
    });

    it('is not sent for a test or an inactive subscription', async () => {
      const before = (await subjects()).length;
      const { id } = await subscribed();
      receiver.respond = (_call, response) => response.writeHead(410).end();
      await admin.post(`/webhooks/${id}/test`, {}, 422);
      await admin.put(`/webhooks/${id}`, { is_active: false }, 200);
      await deliver(id, 1);
      expect((await admin.get(`/webhooks/${id}`)).failure_count).toBe(0);
      expect((await subjects()).slice(before)).toEqual([]);
    });
  });
});
