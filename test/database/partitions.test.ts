import { sealBesideWorker } from '../support/evidence';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { disagreements } from '../support/books';
import { ManualClock } from '../support/manual-clock';
import { UnitOfWork, query } from '../../src/platform/database';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { Pruning } from '../../src/integration/webhooks/queue/pruning';
import { withClient } from '../../tools/servers/databases';
import { type Service, startApp } from '../support/app';
import { emit, eventually, subscribe } from '../support/webhooks/delivering';

const ROOT = join(__dirname, '../..');
const DAY = 86_400_000;

/** The SQL statements under a heading of docs/scaling.md, without psql's commands. */
function documented(heading: string): string[] {
  const [, section = ''] = readFileSync(join(ROOT, 'docs/scaling.md'), 'utf8').split(`\n### ${heading}\n`);
  const [, block = ''] = /```sql\n(.*?)```/s.exec(section) ?? [];
  const statements = block
    .split('\n')
    .filter((line) => !line.startsWith('--') && !line.startsWith('\\'))
    .join('\n')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  if (statements.length === 0) throw new Error(`docs/scaling.md has no statements under ${heading}`);
  return statements;
}

/** Executes the procedures of docs/scaling.md and deploy/partitions.sql on a running service. */
describe('Tables partitioned by month', () => {
  let service: Service;
  let receiver: WebhookReceiver;
  let subscriptionId: number;
  const clock = new ManualClock(new Date().toISOString());

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    // A month of the audit log is dropped before its retention has passed.
    service = await startApp({ clock, trusts: receiver, books: false });
    subscriptionId = (await subscribe(service, receiver)).id;
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
  });

  const owner = async <Row = Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    withClient(service.ownerUrl, async (client) => (await client.query(sql, values)).rows as Row[]);
  const inTurn = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await owner(statement);
  };
  const noticesOf = async (statements: readonly string[]): Promise<string[]> =>
    withClient(service.ownerUrl, async (client) => {
      const published: string[] = [];
      client.on('notice', ({ message = '' }) => published.push(message));
      for (const statement of statements) await client.query(statement);
      return published;
    });
  const rowsOf = (table: string) =>
    owner<{ id: string; partition: string }>(
      `SELECT id, tableoid::regclass::text AS partition FROM ${table} WHERE tenant_id = $1 ORDER BY id`,
      [service.tenant.tenant.id],
    );
  const partitionsOf = async (table: string): Promise<string[]> => [
    ...new Set((await rowsOf(table)).map(({ partition }) => partition)),
  ];
  const deliver = async (vendor: number): Promise<void> => {
    const { eventId } = await emit(service, vendor);
    await receiver.waitFor(({ headers }) => headers['webhook-id'] === eventId);
    await eventually(async () => {
      const { status } = await latest();
      return status === 'succeeded';
    });
  };
  const log = () => service.client().get(`/webhooks/${subscriptionId}/deliveries?per_page=100`);
  const statuses = async () => (await log()).map(({ status }: { status: string }) => status);
  const latest = async () => (await log()).at(0) ?? {};
  const partitionNow = (table: string): string => `${table}_${clock.now().toISOString().slice(0, 7).replace('-', '_')}`;

  it('include the existing rows, while the service continues', async () => {
    await deliver(1);
    const before = await Promise.all(['audit_log', 'events', 'webhook_deliveries', 'webhook_attempts'].map(rowsOf));
    expect(before.every((rows) => rows.length > 0)).toBe(true);
    await owner(readFileSync(join(ROOT, 'deploy/partitions.sql'), 'utf8'));
    const statements = documented('Making them');
    // Interrupted after the second table, then run again from the start.
    await inTurn(statements.slice(0, 4));
    const published = await noticesOf(statements);
    expect(published.filter((notice) => notice.includes('already'))).toEqual([
      'audit_log: is partitioned already',
      'events: is partitioned already',
    ]);
    expect(published).toContain('webhook_attempts: webhook_attempts_before is attached');

    await deliver(2);
    await service.client().post('/vendors', { name: 'After' }, 201);
    for (const [index, table] of ['audit_log', 'events', 'webhook_deliveries', 'webhook_attempts'].entries()) {
      const ids = (await rowsOf(table)).map(({ id }) => Number(id));
      // The existing rows, then ids that continue after them.
      expect(ids.slice(0, before[index]?.length)).toEqual(before[index]?.map(({ id }) => Number(id)));
      expect(new Set(ids).size).toBe(ids.length);
      expect(await partitionsOf(table)).toEqual([`${table}_before`]);
    }
    await eventually(async () => (await statuses()).join() === 'succeeded,succeeded,succeeded');
    const oldest = (await log()).at(-1);
    const received = receiver.calls.length;
    await service.client().post(`/webhooks/${subscriptionId}/deliveries/${oldest.id}/redeliver`, {}, 200);
    await receiver.waitFor(() => true, received + 1);
    // Its result is recorded before the clock moves: a delivery is pruned thirty days after its end.
    await eventually(async () => (await statuses()).join() === 'succeeded,succeeded,succeeded');
  });

  it('show a tenant only its own rows, and prevent changes of the audit log', async () => {
    const other = await service.newTenant();
    const seen = await service.app
      .get(UnitOfWork)
      .read<[{ count: number }]>(other.tenant.id, query('SELECT count(*)::int AS count FROM webhook_deliveries', []));
    expect(seen).toEqual([[{ count: 0 }]]);
    for (const change of ['UPDATE audit_log SET action = action', 'DELETE FROM audit_log_before']) {
      const done = service.app.get(UnitOfWork).write(service.tenant.tenant.id, query(change, []));
      await expect(done).rejects.toThrow(/permission denied/);
    }
  });

  it('accept the coming months, are pruned as before, and can lose a month at once', async () => {
    await inTurn(documented('Every month'));
    clock.advance(31 * DAY);
    await deliver(3);
    expect(await partitionsOf('webhook_deliveries')).toEqual([
      'webhook_deliveries_before',
      partitionNow('webhook_deliveries'),
    ]);
    clock.advance(DAY);
    await sealBesideWorker(service);
    await service.app.get(Pruning).prune();
    expect(await partitionsOf('webhook_deliveries')).toEqual([partitionNow('webhook_deliveries')]);
    expect(await partitionsOf('events')).toEqual([partitionNow('events')]);

    // Everything from before and after is sealed, and pruned events are not reported as missing.
    expect(await disagreements(service)).toEqual({});
    const { id, slug } = service.tenant.tenant;
    await owner(`UPDATE tenants SET legal_hold_since = now(), legal_hold_reason = 'Case 1' WHERE id = $1`, [id]);
    await expect(inTurn(documented('Letting one go'))).rejects.toThrow(
      `audit_log_before has rows of tenants under a legal hold: ${slug}`,
    );
    await expect(owner(`CALL partitions.drop('audit_log_before')`)).rejects.toThrow('is still in use: detach it first');
    expect(await partitionsOf('audit_log')).toEqual(['audit_log_before']);
    // A drop that would block all other transactions gives up.
    await owner('CREATE TABLE let_go (tenant_id uuid REFERENCES tenants)');
    await withClient(service.adminUrl, async (reader) => {
      await reader.query('BEGIN');
      await reader.query('SELECT FROM tenants');
      await expect(owner(`CALL partitions.drop('let_go')`)).rejects.toThrow('lock timeout');
    });
    await owner(`CALL partitions.drop('let_go')`);
    await owner('UPDATE tenants SET legal_hold_since = NULL, legal_hold_reason = NULL WHERE id = $1', [id]);
    await inTurn(documented('Letting one go'));
    expect(await partitionsOf('audit_log')).toEqual([]);
    await service.client().post('/vendors', { name: 'Much later' }, 201);
    expect(await partitionsOf('audit_log')).toEqual([partitionNow('audit_log')]);
    await deliver(4);
    expect((await log()).length).toBe(3);
    // Evidence dropped too early is reported.
    const { evidence } = (await disagreements(service)) as { evidence: { problem: string; kind: string }[] };
    expect(evidence.map(({ problem, kind }) => `${kind} ${problem}`)).toEqual(evidence.map(() => 'audit missing'));
    expect(evidence.length).toBeGreaterThan(0);
  });
});
