import { ApprovalReminders } from '../../src/procurement/approvals/inbox/reminders.service';
import { type Service, startApp, storyClock } from '../support/app';
import { aDepartment } from '../support/budgets';
import { mailsOf, type ReadMail } from '../support/mail';
import { asOwner, aSubmitted, aVendor, type Colleague, colleague, settings } from '../support/purchase-orders';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('Reminders of pending approvals', () => {
  const clock = storyClock();
  let service: Service;
  let vendorId: number;
  let departmentId: number;
  let head: Colleague;
  let deputy: Colleague;
  let seen = 0;

  beforeAll(async () => {
    service = await startApp({ clock });
    vendorId = (await aVendor(service.client(), { name: 'Gulf <Office> Supplies' })).id;
  });
  afterAll(async () => service.stop());
  beforeEach(async () => {
    for (const { id } of await service.client().get('/purchase-orders', 200, { status: 'pending_approval' })) {
      await service.client().post(`/purchase-orders/${id}/cancel`, { reason: 'Next story' }, 200);
    }
    departmentId = await aDepartment(service.client(), `R${clock.now().getTime()}`);
    head = await colleague(service, 'department_head', { departmentId });
    deputy = await colleague(service, 'department_head', { departmentId });
    await settings(service, { approval_reminder_days: 2, language: 'en' });
    clock.advance(HOUR);
    await news();
  });

  const remind = (one = service): Promise<number> => one.app.get(ApprovalReminders).remind();
  const submitted = () => aSubmitted(service.client(), vendorId, { department_id: departmentId });
  /** The mails since the last call. */
  async function news(): Promise<readonly ReadMail[]> {
    const mails = await mailsOf(service);
    const fresh = mails.slice(seen);
    seen = mails.length;
    return fresh;
  }
  const to = (mails: readonly ReadMail[]): string[] => mails.map((mail) => mail.to.replace(/.*<(.*)>/, '$1')).sort();

  /** Runs the work while inserts of mails that match the condition fail. */
  async function withoutMails(condition: string, work: () => Promise<void>): Promise<void> {
    await asOwner(
      service,
      `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF ${condition} THEN RAISE EXCEPTION 'dies'; END IF; RETURN NEW; END $$`,
    );
    await asOwner(service, 'CREATE TRIGGER die BEFORE INSERT ON outgoing_mail FOR EACH ROW EXECUTE FUNCTION die()');
    try {
      await work();
    } finally {
      await asOwner(service, 'DROP TRIGGER die ON outgoing_mail');
      await asOwner(service, 'DROP FUNCTION die()');
    }
  }

  it("are sent once after the tenant's number of days, and again after the same number of days", async () => {
    const order = await submitted();
    clock.advance(2 * DAY - 1);
    expect(await remind()).toBe(0);
    clock.advance(1);
    expect(await remind()).toBe(2);
    const mails = await news();
    expect(to(mails)).toEqual([head.email, deputy.email].sort());
    expect(mails[0]?.subject).toBe(`Documents waiting for your decision at ${service.tenant.tenant.name}: 1`);
    expect(mails[0]?.text).toContain(`${order.po_number}: 293.25 SAR, Gulf <Office> Supplies, since`);
    expect(mails[0]?.html).toContain('Gulf &lt;Office&gt; Supplies');
    clock.advance(2 * DAY - 1);
    expect(await remind()).toBe(0);
    clock.advance(1);
    expect(await remind()).toBe(2);
    expect(await news()).toHaveLength(2);
    await head.client.post(`/purchase-orders/${order.id}/approve`, {}, 200);
    clock.advance(2 * DAY);
    expect(await remind()).toBe(0);
  });

  it('are one mail per person that lists all pending documents, including those not yet due', async () => {
    const first = await submitted();
    clock.advance(DAY);
    const second = await submitted();
    clock.advance(DAY);
    expect(await remind()).toBe(2);
    const [mail] = await news();
    expect(mail?.subject).toContain(': 2');
    expect(mail?.text.indexOf(first.po_number)).toBeLessThan(mail?.text.indexOf(second.po_number) ?? 0);
    await head.client.post(`/purchase-orders/${first.id}/approve`, {}, 200);
    clock.advance(DAY);
    expect(await remind()).toBe(2);
    expect((await news())[0]?.text).not.toContain(first.po_number);
  });

  it("are not sent early to a person because another person's document is due", async () => {
    const elsewhere = await aDepartment(service.client(), `E${clock.now().getTime()}`);
    const other = await colleague(service, 'department_head', { departmentId: elsewhere });
    await submitted();
    clock.advance(DAY);
    await aSubmitted(service.client(), vendorId, { department_id: elsewhere });
    clock.advance(DAY);
    expect(await remind()).toBe(2);
    expect(to(await news())).toEqual([head.email, deputy.email].sort());
    clock.advance(DAY);
    expect(await remind()).toBe(1);
    expect(to(await news())).toEqual([other.email]);
  });

  it("go to the current approvers, in the tenant's language", async () => {
    await settings(service, { language: 'ar' });
    const { id } = await submitted();
    const stand = await colleague(service, 'requester');
    await service.client().delete(`/users/${deputy.id}`, 200);
    clock.advance(2 * DAY);
    const day = clock.today();
    await service.client().post(`/users/${head.id}/delegations`, { delegate_id: stand.id, from: day, to: day }, 201);
    expect(await remind()).toBe(2);
    const mails = await news();
    expect(to(mails)).toEqual([head.email, stand.email].sort());
    expect(mails[0]?.subject).toContain('بانتظار قرارك');
    expect(mails[0]?.html).toContain('dir="rtl"');
    await service.client().post(`/purchase-orders/${id}/cancel`, { reason: 'No need' }, 200);
  });

  it('are not sent at 0 days, the value of a new tenant', async () => {
    expect((await service.client().get('/settings')).approval_reminder_days).toBe(2);
    const stranger = service.client({ token: (await service.newTenant()).token.token });
    expect((await stranger.get('/settings')).approval_reminder_days).toBe(0);
    await service.client().put('/settings', { approval_reminder_days: 0 }, 200);
    await submitted();
    clock.advance(30 * DAY);
    expect(await remind()).toBe(0);
    await service.client().call('PUT', '/settings', 422, { approval_reminder_days: 31 });
    await service.client().call('PUT', '/settings', 422, { approval_reminder_days: -1 });
  });

  it('are sent once when several instances run the job at the same moment', async () => {
    await submitted();
    clock.advance(2 * DAY);
    const other = await startApp({ beside: service, clock });
    try {
      const posted = await Promise.all([remind(), remind(other), remind(), remind(other)]);
      expect(posted.reduce((sum, one) => sum + one, 0)).toBe(2);
    } finally {
      await other.stop();
    }
    expect(await news()).toHaveLength(2);
  });

  it('are neither lost nor duplicated when the transaction fails', async () => {
    await submitted();
    clock.advance(2 * DAY);
    // The second mail cannot be written: then neither the first mail nor the reminder is stored.
    await withoutMails(`NEW.recipient = '${deputy.email}'`, () =>
      expect(remind()).rejects.toMatchObject({
        message: '1 tenants could not be reminded',
        errors: [expect.objectContaining({ message: 'dies' })],
      }),
    );
    expect(await news()).toEqual([]);
    expect(await remind()).toBe(2);
    expect(to(await news())).toEqual([head.email, deputy.email].sort());
    expect(await remind()).toBe(0);
  });

  it('reach other tenants when those of one tenant fail', async () => {
    const stranger = await service.newTenant();
    const theirs = service.client({ token: stranger.token.token });
    await theirs.put('/settings', { approval_reminder_days: 2 }, 200);
    await aSubmitted(theirs, (await aVendor(theirs)).id);
    await submitted();
    clock.advance(2 * DAY);
    // Each tenant fails once, regardless of their order, and the other one still gets its reminders.
    const reminded: string[][] = [];
    for (const failing of [service.tenant.tenant.id, stranger.tenant.id]) {
      await withoutMails(`NEW.tenant_id = '${failing}'`, () =>
        expect(remind()).rejects.toMatchObject({ errors: [expect.objectContaining({ message: 'dies' })] }),
      );
      reminded.push(to(await news()));
      clock.advance(2 * DAY);
    }
    await theirs.put('/settings', { approval_reminder_days: 0 }, 200);
    expect(reminded).toEqual([[`owner@${stranger.tenant.slug}.example`], [head.email, deputy.email].sort()]);
  });

  it('are postponed to the next day when the tenant’s daily mails are used up', async () => {
    await submitted();
    clock.advance(2 * DAY);
    await asOwner(service, `UPDATE tenants SET quotas = '{"mails_per_day": 1}' WHERE id = $1`, [
      service.tenant.tenant.id,
    ]);
    expect(await remind()).toBe(2);
    expect(await news()).toHaveLength(1);
    const [left] = await asOwner<{ count: string }>(service, 'SELECT count(*) FROM outgoing_mail WHERE due_at > $1', [
      clock.now(),
    ]);
    expect(Number(left?.count)).toBe(1);
  });
});
