import { MailTransport } from '../../src/organisation/notifications/mail-transport';
import { MailDispatch } from '../../src/organisation/notifications';
import { VerificationResults } from '../../src/platform/monitoring';
import { Backlogs } from '../../src/platform/monitoring/backlogs';
import { Periodic } from '../../src/platform/periodic';
import { type Service, startApp } from '../support/app';
import { command } from '../support/command';
import { ManualClock } from '../support/manual-clock';
import { Metrics } from '../support/metrics';

const TENANTS = 100_000;

let service: Service;
let clock: ManualClock;
beforeAll(async () => {
  clock = new ManualClock('2026-03-10T09:00:00.000Z');
  service = await startApp({ redis: false, clock, books: false });
  // Otherwise a sweep of due mail could take the mails before the test measures them.
  await service.app.get(Periodic).stop();
});
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

async function measured(...names: string[]): Promise<Record<string, number>> {
  await service.app.get(Backlogs).measure();
  const metrics = await Metrics.of(service);
  return Object.fromEntries(
    names.flatMap((name) =>
      metrics.of(name).map(({ labels, value }) => [[name, ...Object.values(labels)].join(' '), value] as const),
    ),
  );
}

/** Writes directly to the database, without the service's rules. */
const write = (sql: string, ...values: unknown[]): Promise<unknown> => service.owner.query(sql, values);

const minutesAgo = (minutes: number): Date => new Date(clock.now().getTime() - minutes * 60_000);

it('Metrics show the number of pending mails and the age of the oldest', async () => {
  const mail = `INSERT INTO outgoing_mail (tenant_id, recipient, sealed_mail, due_at, created_at) VALUES ($1, 'a', 'x', $2, now())`;
  const { id } = service.tenant.tenant;
  for (const minutes of [3, 2, -1, -2, -3]) await write(mail, id, minutesAgo(minutes));
  expect(await measured('mail_waiting', 'mail_oldest_due_seconds')).toEqual({
    'mail_waiting due': 2,
    'mail_waiting scheduled': 3,
    mail_oldest_due_seconds: 180,
  });
  await write('DELETE FROM outgoing_mail');
  expect(await measured('mail_waiting', 'mail_oldest_due_seconds')).toEqual({
    'mail_waiting due': 0,
    'mail_waiting scheduled': 0,
    mail_oldest_due_seconds: 0,
  });
});

it('Metrics show the number of queued imports and exports, without those of suspended tenants', async () => {
  const idle = await service.newTenant();
  await write(`UPDATE tenants SET status = 'suspended' WHERE id = $1`, idle.tenant.id);
  const queued = async (tenantId: string, status: string, minutes: number): Promise<void> => {
    const values = [tenantId, status, minutesAgo(minutes)];
    await write(
      `INSERT INTO imports (tenant_id, resource, format, status, dry_run, approve, webhooks, invite, size, position, line, rows_total, actor, due_at, created_at)
       VALUES ($1, 'vendors', 'csv', $2, false, false, false, false, 1, 0, 1, 1, '{"tokenId": 1}', 'infinity', $3)`,
      ...values,
    );
    await write(
      `INSERT INTO exports (tenant_id, resources, format, for_import, status, actor, due_at, created_at)
       VALUES ($1, '{vendors}', 'csv', false, $2, '{"tokenId": 1}', 'infinity', $3)`,
      ...values,
    );
  };
  const { id } = service.tenant.tenant;
  await queued(id, 'queued', 5);
  await queued(id, 'queued', 4);
  await queued(id, 'running', 60);
  await queued(id, 'done', 70);
  await queued(idle.tenant.id, 'queued', 80);
  expect(await measured('jobs_waiting', 'jobs_oldest_waiting_seconds')).toEqual({
    'jobs_waiting import': 2,
    'jobs_waiting export': 2,
    'jobs_oldest_waiting_seconds import': 300,
    'jobs_oldest_waiting_seconds export': 300,
  });
});

it('Metrics show the last complete verification and its number of faults', async () => {
  expect(await measured('verification_faults', 'verification_last_run_timestamp_seconds')).toEqual({});
  const results = service.app.get(VerificationResults);
  const first = clock.now().getTime() / 1000;
  await results.keep('budgets', 3);
  await results.keep('audit', 0);
  clock.advance(3_600_000);
  await results.keep('budgets', 0);
  expect(await measured('verification_faults', 'verification_last_run_timestamp_seconds')).toEqual({
    'verification_faults budgets': 0,
    'verification_faults audit': 0,
    'verification_last_run_timestamp_seconds budgets': first + 3_600,
    'verification_last_run_timestamp_seconds audit': first,
  });
});

it('Metrics show no verification of only some tenants that found nothing', async () => {
  const kept = async (): Promise<unknown[]> =>
    (await service.owner.query(`SELECT faults::int FROM verification_results WHERE verified = 'reports'`)).rows;
  const after = '00000000-0000-0000-0000-000000000001';
  expect((await command(service, 'report:verify', '--after', after)).code).toBe(0);
  expect(await kept()).toEqual([]);
  expect((await command(service, 'report:verify')).code).toBe(0);
  expect(await kept()).toEqual([{ faults: 0 }]);
});

it("Metrics count each mail by the mail server's response", async () => {
  const before = await Metrics.of(service);
  const answers = [
    () => Promise.resolve(),
    () => Promise.reject(Object.assign(new Error('busy'), { responseCode: 421 })),
    () => Promise.reject(Object.assign(new Error('no such box'), { code: 'EENVELOPE', responseCode: 550 })),
  ];
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  jest
    .spyOn(service.app.get(MailTransport, { strict: false }), 'send')
    .mockImplementation(async () => answers.shift()?.());
  for (const name of ['One', 'Two', 'Three']) {
    await service.client().post('/users', { name_en: name, email: `${name}@example.com`, role: 'viewer' }, 201);
    await service.app.get(MailDispatch).settled();
  }
  const after = await Metrics.of(service);
  const counted = ['sent', 'postponed', 'given_up'].map(
    (outcome) => after.sum('mail_attempts_total', { outcome }) - before.sum('mail_attempts_total', { outcome }),
  );
  expect([counted, answers]).toEqual([[1, 1, 1], []]);
});

it(`Metrics stay cheap with ${TENANTS} tenants, regardless of their history`, async () => {
  const client = await service.owner.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(`CREATE TEMP TABLE other AS SELECT gen_random_uuid() AS id FROM generate_series(1, ${TENANTS})`);
    await client.query(
      `INSERT INTO imports (tenant_id, resource, format, status, dry_run, approve, webhooks, invite, size, position, line, rows_total, actor, due_at, created_at)
       SELECT id, 'vendors', 'csv', 'done', false, false, false, false, 1, 0, 1, 1, '{"tokenId": 1}', now(), now() FROM other`,
    );
    await client.query(
      `INSERT INTO exports (tenant_id, resources, format, for_import, status, actor, due_at, created_at)
       SELECT id, '{vendors}', 'csv', false, 'done', '{"tokenId": 1}', now(), now() FROM other`,
    );
    await client.query(
      `INSERT INTO webhook_subscriptions (tenant_id, id, name, url, events, sealed_secret, created_at, updated_at)
       SELECT id, 1, 'a', 'https://a.test', '{}', 'x', now(), now() FROM other`,
    );
    await client.query(
      `INSERT INTO webhook_deliveries (tenant_id, id, subscription_id, event_id, status, due_at, created_at)
       SELECT id, 1, 1, 1, CASE WHEN n % 200 = 0 THEN 'pending' ELSE 'succeeded' END, CASE WHEN n % 200 = 0 THEN now() END, now()
         FROM (SELECT id, row_number() OVER () AS n FROM other) o`,
    );
    await client.query('ANALYZE imports, exports, webhook_subscriptions, webhook_deliveries');
    const pagesOf = async (call: string): Promise<number> => {
      // EXPLAIN counts a function's pages for its caller. The first call also reads catalogs.
      await client.query(`SELECT * FROM ${call}`);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM ${call}`,
      );
      const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
      return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    };
    const tables = await client.query<{ pages: number }>(
      `SELECT sum(pg_relation_size(c) / 8192)::int AS pages FROM unnest('{imports,exports,webhook_deliveries}'::regclass[]) c`,
    );
    expect(tables.rows[0]?.pages).toBeGreaterThan(5_000);
    expect(await pagesOf(`work_waiting(now(), 100000)`)).toBeLessThan(100);
    expect(await pagesOf(`webhook_queue_by_lane(now(), 100000)`)).toBeLessThan(4_000);
  } finally {
    client.release(true);
  }
});
