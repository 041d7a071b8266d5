import { setTimeout as sleep } from 'node:timers/promises';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { waitUntil } from '../../tools/servers/processes';
import type { ServiceProcess } from '../chaos/support/service-process';
import type { Loose } from '../support/client';
import { DebianPostgres } from './support/debian-postgres';
import { Installation } from './support/drill/installation';
import { Company } from './support/drill/load';

/** `npm run drill` and `npm run drill:pgbackrest` run the full form: archiving as in production, and more load. */
const IS_FULL = process.env['DRILL'] === 'full';
const FORM = IS_FULL
  ? { companies: 4, before: 40_000, after: 40_000, archiveTimeout: undefined }
  : // A busy machine needs more than a second to archive a segment.
    { companies: 2, before: 3_000, after: 2_500, archiveTimeout: 5 };

/** A machine may be slow, and the longer the load runs, the more records and cursors there are to check. */
const MOST_MS = 1_200_000;
jest.setTimeout(MOST_MS);

const EVENTS = [
  'vendor.created',
  'purchase_order.approved',
  'goods_receipt.posted',
  'invoice.approved',
  'invoice.paid',
];

describe('A database that is lost and restored to a point in time', () => {
  let receiver: WebhookReceiver;
  let postgres: DebianPostgres;
  let installation: Installation;
  let service: ServiceProcess;
  let companies: Company[];
  /** The restore target, the time of the disaster, and the time when the service responded again. */
  let moment: Date;
  let disaster: Date;
  let again: Date;
  /** A draft with a file, deleted after the restore target. */
  let deletedDraft: number;
  /** The `ETag` of the first company's first vendor before the disaster. */
  let knownVersion: string;
  let lastArchived: Date;
  /** The receiver refuses every delivery, so that one is pending at the restore target. */
  let refusesAll = false;
  const finished: Record<string, Loose> = {};
  /** Stops everything that was started, even if a later start failed. */
  const ends: (() => Promise<unknown>)[] = [];

  const everywhere = <T>(look: (company: Company) => T): Promise<Awaited<T>[]> => Promise.all(companies.map(look));
  const allAcknowledged = () => companies.flatMap(({ acknowledged }) => acknowledged);
  const askedAfter = (time: Date) => allAcknowledged().filter(({ asked }) => asked > time.getTime());

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    ends.push(() => receiver.close());
    // Every fourth delivery fails at first, so that some are pending at the disaster.
    let calls = 0;
    receiver.respond = (call, response) => {
      const fails = refusesAll || (call.headers['x-service-attempt'] === '1' && (calls += 1) % 4 === 0);
      response.writeHead(fails ? 500 : 200).end();
    };
    postgres = await DebianPostgres.create(FORM.archiveTimeout, {
      inHaste: !IS_FULL,
      withPgBackRest: process.env['DRILL_WITH'] === 'pgbackrest',
    });
    ends.push(() => postgres.end());
    installation = await Installation.create(postgres, receiver);
    const slugs = Array.from({ length: FORM.companies }, (_, index) => `company-${index + 1}`);
    const tokens = await Promise.all(slugs.map((slug) => installation.tenant(slug)));
    service = await installation.start();
    ends.push(() => service.stop());
    companies = slugs.map((slug, index) => new Company(slug, tokens[index] ?? '', service.address));
    await everywhere((company) =>
      company.send('POST', 'webhooks', { name: 'Drill', url: receiver.url(`/${company.slug}`), events: EVENTS }),
    );
    await workUntilTheDisaster();
    await recover();
  });

  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  /** Changes in each company's feed, by slug. */
  async function published(): Promise<Map<string, number>> {
    const rows = await installation.query<{ slug: string; count: number }>(
      `SELECT t.slug, count(*)::int AS count FROM events e JOIN tenants t ON t.id = e.tenant_id JOIN evidence_seals s
         ON s.tenant_id = e.tenant_id AND s.kind = 'event' AND s.row_id = e.id GROUP BY t.slug`,
    );
    return new Map(rows.map(({ slug, count }) => [slug, count]));
  }

  const draftOrder = (company: Company | undefined): Promise<Loose> | undefined =>
    company?.create('purchase-orders', {
      vendor_id: company.acknowledged[0]?.id,
      items: [{ description: 'Wire', quantity: 1, unit: 'kg', unit_price: 5, vat_rate: 15 }],
    });

  async function workUntilTheDisaster(): Promise<void> {
    for (const company of companies) company.work();
    await sleep(FORM.before / 2);
    expect(postgres.takeBackup()).not.toBe('');
    await sleep(FORM.before / 2);
    // A slow machine needs longer for enough records before the target.
    expect(await waitUntil(() => companies.every(({ paid }) => paid.length > 1), 180_000)).toBe(true);

    const [first] = companies;
    const { id } = await draftOrder(first);
    deletedDraft = id as number;
    expect(await first?.attach(deletedDraft)).toBe(true);
    refusesAll = true;
    const refused = `SELECT FROM webhook_deliveries WHERE status = 'pending' AND round_failures = 1 AND lease_token IS NULL`;
    expect(await waitUntil(async () => (await installation.query(refused)).length > 0, 180_000)).toBe(true);
    // Timestamps of one machine: the pauses make sure that no later request was committed before the target.
    await sleep(20);
    moment = new Date();
    await sleep(20);
    refusesAll = false;
    const known = await published();
    const hasLaterCursor = ({ slug, cursors }: Company) => (cursors.at(-1)?.seen ?? 0) > (known.get(slug) ?? 0);
    const [at] = await postgres.query<{ segment: string }>(
      'postgres',
      'SELECT pg_walfile_name(pg_current_wal_lsn()) AS segment',
    );
    expect((await first?.send('DELETE', `purchase-orders/${deletedDraft}`))?.status).toBe(204);
    const reached = await waitUntil(async () => {
      await sleep(250);
      const [archiver] = await postgres.query<{ last: string; time: Date }>(
        'postgres',
        'SELECT last_archived_wal AS last, last_archived_time AS time FROM pg_stat_archiver',
      );
      lastArchived = archiver?.time ?? lastArchived;
      const isArchived = (archiver?.last ?? '') >= (at?.segment ?? '~');
      const isLate = Date.now() > moment.getTime() + FORM.after && askedAfter(moment).length > 5;
      return isArchived && isLate && companies.every(hasLaterCursor);
    }, 300_000);
    expect(reached).toBe(true);
    await receiver.waitFor(({ at: when }) => when > moment.getTime());

    knownVersion = (await first?.send('GET', `vendors/${first.acknowledged[0]?.id}`))?.headers['etag'] as string;
    disaster = new Date();
    await postgres.destroy();
    await everywhere((company) => company.rest());
    await service.kill();
  }

  async function recover(): Promise<void> {
    const steps: [string, number][] = [];
    let from = Date.now();
    const step = async <T>(name: string, work: () => T): Promise<Awaited<T>> => {
      const done = await work();
      steps.push([name, (Date.now() - from) / 1000]);
      from = Date.now();
      return done;
    };
    await step('restore', () => postgres.restore(moment));
    await step('recovery of PostgreSQL', () => postgres.start());
    finished['guard'] = await installation.start().catch(String);
    from = Date.now();
    const until = ['--until', disaster.toISOString()];
    finished['first'] = await step('restore:finish', () => installation.done('restore:finish', ...until));
    finished['again'] = await installation.done('restore:finish', ...until);
    from = Date.now();
    await step('migrate', () => installation.done('migrate'));
    service = await step('start of the service', () => installation.start());
    again = new Date();
    for (const company of companies) company.address = service.address;
    const lost = (disaster.getTime() - lastArchived.getTime()) / 1000;
    const [size] = await installation.query<{ mb: number }>(
      'SELECT round(pg_database_size(current_database()) / 1048576.0)::int AS mb',
    );
    const figures = {
      acknowledged: allAcknowledged().length,
      databaseMb: size?.mb,
      momentBeforeTheDisaster: (disaster.getTime() - moment.getTime()) / 1000,
      rpoSecondsSinceLastArchived: lost,
      rtoSeconds: steps.reduce((sum, [, seconds]) => sum + seconds, 0),
      steps: Object.fromEntries(steps),
    };
    if (IS_FULL) console.log(JSON.stringify(figures, undefined, 2));
  }

  it('is rejected by the service until restore:finish has run, which has an effect only once', () => {
    expect(finished['guard']).toMatch(/restored from a backup.*restore:finish/s);
    expect(finished['first'].outcome).toBe('finished');
    expect(new Date(finished['first'].restored_to as string).getTime()).toBeLessThanOrEqual(moment.getTime());
    // Three per company and year.
    expect(finished['first'].series.least).toBe(1_000);
    expect(finished['first'].series.count % (3 * companies.length)).toBe(0);
    expect(finished['first'].deliveries).toBeGreaterThan(0);
    expect(finished['again']).toMatchObject({ outcome: 'finished before', sequences: 0 });
  });

  it('cannot be finished while the service is connected', async () => {
    const { code, complained } = await installation.run('restore:finish', '--force');
    expect([code, complained]).toEqual([1, expect.stringMatching(/^The service is connected/)]);
  });

  it('contains every record acknowledged before the target, and no record requested after it', async () => {
    const before = allAcknowledged().filter(({ answered }) => answered <= moment.getTime());
    const after = askedAfter(moment);
    expect(before.length).toBeGreaterThan(10);
    expect(after.length).toBeGreaterThan(5);
    for (const company of companies) {
      const read = (list: string, id: number) => company.send('GET', `${list}/${id}`);
      for (const { list, id, number } of before.filter(({ tenant }) => tenant === company.slug)) {
        const answer = await read(list, id);
        expect([list, id, answer?.status]).toEqual([list, id, 200]);
        if (number !== undefined) expect(JSON.stringify(answer?.body.data)).toContain(`"${number}"`);
      }
      for (const { list, id } of after.filter(({ tenant }) => tenant === company.slug)) {
        expect([list, id, (await read(list, id))?.status]).toEqual([list, id, 404]);
      }
      for (const { id } of company.paid.filter(({ at }) => at <= moment.getTime())) {
        expect((await read('invoices', id))?.body.data.payment_status).toBe('paid');
      }
    }
  });

  it('contains the file of a draft that was deleted after the target', async () => {
    const draft = await companies[0]?.send('GET', `purchase-orders/${deletedDraft}`);
    expect(draft?.body.data.attachments).toHaveLength(1);
    expect(await installation.done('documents:verify')).toMatchObject({ missing: [] });
  });

  // Runs before other changes: a seal between response and count would be missing from the response.
  it('returns CURSOR_EXPIRED for cursors from after the restored moment, and skips no change after earlier ones', async () => {
    const unsealed = `SELECT FROM evidence_queue WHERE kind = 'event' LIMIT 1`;
    expect(await waitUntil(async () => (await installation.query(unsealed)).length === 0, 180_000)).toBe(true);
    for (const company of companies) {
      let lost = 0;
      for (const { cursor, at, seen } of company.cursors) {
        const answer = await company.send('GET', `changes?limit=1000&after=${cursor}`);
        if (answer?.status !== 200) {
          expect([answer?.status, answer?.body.error.code]).toEqual([400, 'CURSOR_EXPIRED']);
          // Seals are at most a second late, so a cursor well before the target was always restored.
          expect(at).toBeGreaterThan(moment.getTime() - 30_000);
          lost += 1;
          continue;
        }
        const following = (answer.body.data as Loose[]).map(({ id }) => String(id));
        const [{ count } = { count: 0 }] = await installation.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM events e JOIN tenants t ON t.id = e.tenant_id JOIN evidence_seals s
             ON s.tenant_id = e.tenant_id AND s.kind = 'event' AND s.row_id = e.id WHERE t.slug = '${company.slug}'`,
        );
        if (following.length < 1000) expect(company.published.slice(0, seen).length + following.length).toBe(count);
      }
      expect(lost).toBeGreaterThan(0);
      expect(lost).toBeLessThan(company.cursors.length);
    }
  });

  it('returns 412 for a version read before the restore, even if its number is current again', async () => {
    const [first] = companies;
    const path = `vendors/${first?.acknowledged[0]?.id}`;
    const change = (etag: string) => first?.send('PUT', path, { name: 'Later' }, { 'if-match': etag });
    expect(knownVersion).toMatch(/^"\d+"$/);
    const current = String((await first?.send('GET', path))?.headers['etag']);
    expect(current.startsWith(knownVersion.replace(/"$/, '.'))).toBe(true);
    expect([(await change(knownVersion))?.status, (await change(current))?.status]).toEqual([412, 200]);
  });

  it('reuses no id, no number and no webhook-id, and marks deliveries that may have been sent before', async () => {
    const before = allAcknowledged();
    for (const company of companies) company.work();
    await sleep(FORM.after);
    await waitUntil(() => allAcknowledged().length > before.length + 5, 120_000);
    await everywhere((company) => company.rest());
    const made = allAcknowledged().slice();
    const later = made.filter((one) => !before.includes(one));
    expect(later.length).toBeGreaterThan(5);
    const twice = (names: readonly string[]): string[] => names.filter((name, place) => names.indexOf(name) !== place);
    expect(twice(made.map(({ list, id }) => `${list} ${id}`))).toEqual([]);
    expect(twice(made.flatMap(({ tenant, number }) => (number === undefined ? [] : [`${tenant} ${number}`])))).toEqual(
      [],
    );

    // All pending deliveries have been sent.
    const isQuiet = await waitUntil(async () => {
      await sleep(200);
      const [{ count } = { count: 1 }] = await installation.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM webhook_deliveries WHERE status = 'pending'`,
      );
      return count === 0;
    }, 120_000);
    expect(isQuiet).toBe(true);
    const bodies = new Map<string, string>();
    const sentAgain = [];
    for (const { headers, body, at, path } of receiver.calls) {
      const key = `${path} ${String(headers['webhook-id'])}`;
      const known = bodies.get(key);
      // A receiver that drops repeated webhook-ids loses no other delivery.
      if (known !== undefined) expect(body.toString()).toBe(known);
      bodies.set(key, body.toString());
      if (known !== undefined && at > again.getTime()) sentAgain.push(headers['x-service-attempt']);
    }
    // The log and the attempt count of each such delivery show that it may have been sent.
    expect(sentAgain.filter((attempt) => Number(attempt) < 2)).toEqual([]);
    const [{ count } = { count: 0 }] = await installation.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhook_attempts WHERE outcome = 'RESTORED'`,
    );
    expect(count).toBe(finished['first'].deliveries);
  });

  it('passes all verifications, and records the lost period in each audit log', async () => {
    const commands = ['budget:verify', 'report:verify', 'audit:verify'];
    for (const { code, said, complained } of await Promise.all(commands.map((name) => installation.run(name)))) {
      expect([code, code === 0 ? '' : JSON.stringify(said) + complained]).toEqual([0, '']);
    }
    for (const company of companies) {
      const log = await company.send('GET', 'audit-log?action=restored');
      const [entry] = log?.body.data as Loose[];
      expect(entry.details).toMatchObject({ until: disaster.toISOString(), series: expect.anything() });
    }
  });

  it('has a standby cloned from the restored server that follows it and is not promoted', async () => {
    if (process.env['DRILL_WITH'] === 'pgbackrest') await forgetTarget();
    const standby = await postgres.cloneStandby();
    const order = await draftOrder(companies[0]);
    const follows = async () => {
      const [found] = await standby.query<{ recovers: boolean; has: boolean }>(
        'procurement',
        `SELECT pg_is_in_recovery() AS recovers, EXISTS (SELECT FROM purchase_orders WHERE id = ${order?.id}) AS has`,
      );
      return found;
    };
    await waitUntil(async () => {
      const found = await follows();
      return !found?.recovers || found.has;
    }, 180_000);
    expect(await follows()).toEqual({ recovers: true, has: true });
    await standby.end();
  });

  it('contains every order after a second restore without a target', async () => {
    expect(postgres.takeBackup()).not.toBe('');
    expect(await draftOrder(companies[0])).toBeDefined();
    const count = 'SELECT count(*)::int AS count FROM purchase_orders';
    const orders = await installation.query(count);
    await archiveAll();
    const second = await postgres.restoreBeside();
    expect(await second.query('procurement', count)).toEqual(orders);
  });

  /** Resets the target that pgBackRest leaves in the settings, as docs/backup.md describes. */
  async function forgetTarget(): Promise<void> {
    for (const name of ['recovery_target_time', 'recovery_target_action']) {
      await postgres.query('postgres', `ALTER SYSTEM RESET ${name}`);
    }
  }

  /** Waits until every write so far is archived. */
  async function archiveAll(): Promise<void> {
    const [at] = await postgres.query<{ segment: string }>(
      'postgres',
      'SELECT pg_walfile_name(pg_switch_wal()) AS segment',
    );
    const isArchived = await waitUntil(async () => {
      const [archiver] = await postgres.query<{ last: string }>(
        'postgres',
        'SELECT last_archived_wal AS last FROM pg_stat_archiver',
      );
      return (archiver?.last ?? '') >= (at?.segment ?? '~');
    }, 180_000);
    expect(isArchived).toBe(true);
  }
});
