import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { readEnvironment } from '../../src/platform/config';
import { createDataSource } from '../../src/platform/database/connection/data-source';
import { readCatalog } from '../../src/platform/database/schema/catalog';
import { entityDrift, functionDrift } from '../../src/platform/database/schema/drift';
import { functionFile, functionNames } from '../../src/platform/database/schema/migration-steps';
import { migrate } from '../../src/platform/database/schema/migrate';
import { waitForSchema } from '../../src/platform/database/schema/wait-for-schema';
import { withClient } from '../../tools/servers/databases';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../support/servers/database';
import { until } from '../support/until';

const asking =
  (client: Client) =>
  async <Row>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    // Several statements in one text are possible only without values.
    (await (values.length > 0 ? client.query(text, [...values]) : client.query(text))).rows as Row[];

describe('The migrations', () => {
  it('can be reverted one by one, and create the same schema again', async () => {
    const database = await freshDatabase();
    const catalog = () => withClient(database.ownerUrl, (client) => readCatalog(asking(client), 'procurement_service'));
    const before = await catalog();
    const dataSource = await createDataSource({ url: database.ownerUrl, poolSize: 1 }).initialize();
    for (let count = dataSource.migrations.length; count > 0; count -= 1) await dataSource.undoLastMigration();
    await dataSource.destroy();
    expect(await catalog()).toEqual({});
    expect(await migrate(database.ownerUrl)).toHaveLength(dataSource.migrations.length);
    expect(await catalog()).toEqual(before);
    await database.drop();
  });
});

describe('Two simultaneous migrations', () => {
  it('exclude each other with a transaction lock, which also works with a pooler, and wait without a snapshot', async () => {
    const database = await emptyDatabase();
    await withClient(database.ownerUrl, async (other) => {
      await other.query('SELECT pg_advisory_lock(7305501220)');
      // A transaction that is idle for longer is ended, but not one that waits for the migration lock.
      const limits = { statement: 0, lock: 0, idle: 150 };
      // It lifts the limit in the second statement of its transaction. If a busy machine pauses it before that, it fails.
      let migrating: Promise<unknown> | undefined;
      const start = (): Promise<unknown> =>
        migrate(database.ownerUrl, 'procurement_service', { limits }).catch(() => (migrating = undefined));
      const snapshots = async (): Promise<unknown[]> => {
        const text = `SELECT backend_xmin FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE '%pg_try_advisory_xact_lock(%'
            AND xact_start < clock_timestamp() - interval '1 s'`;
        return asking(other)(text, []);
      };
      let waiting: unknown[] = [];
      await until(async () => {
        migrating ??= start();
        waiting = await snapshots();
        return waiting.length > 0;
      });
      expect(waiting).toEqual([{ backend_xmin: null }]);
      // CREATE INDEX CONCURRENTLY would wait forever for a waiting migration that had a snapshot.
      await other.query('CREATE TABLE large (id int)');
      await other.query('CREATE INDEX CONCURRENTLY ix_large ON large (id)');
      await other.query('DROP TABLE large');
      await other.query('SELECT pg_advisory_unlock(7305501220)');
      await migrating;
      await expect(migrate(database.ownerUrl)).resolves.toBeDefined();
    });
    await database.drop();
  });
});

describe('Waiting for the schema', () => {
  const wait = async ({ url }: FreshDatabase, within: number, report = (): void => undefined): Promise<void> =>
    waitForSchema(
      readEnvironment({ DATABASE_URL: url, APP_ENCRYPTION_KEY: randomBytes(32).toString('base64') }),
      within,
      report,
    );

  it('reports missing migrations, and ends when another process has migrated', async () => {
    const database = await emptyDatabase();
    const ran: Promise<unknown>[] = [];
    await wait(database, 120_000, () => void ran.push(migrate(database.ownerUrl)));
    expect(ran.length).toBeGreaterThan(0);
    await Promise.all(ran);
    await database.drop();
  });

  it('fails after the time limit', async () => {
    const database = await emptyDatabase();
    await expect(wait(database, 0)).rejects.toMatchObject({ message: 'No migration has run in this database yet' });
    await database.drop();
  });
});

describe('The drift check', () => {
  let database: FreshDatabase;

  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(() => database.drop());

  const drift = (folder?: string): Promise<string[]> =>
    withClient(database.ownerUrl, (client) => functionDrift(asking(client), folder));
  const run = (sql: string) => withClient(database.ownerUrl, (client) => client.query(sql));

  it('finds nothing in a freshly migrated database, and changes nothing', async () => {
    expect(await entityDrift(database.ownerUrl)).toEqual([]);
    expect(await drift()).toEqual([]);
    expect(await drift()).toEqual([]);
  });

  it.each([
    [
      'a function that differs from its file',
      `CREATE OR REPLACE FUNCTION sandbox_lock(tenant uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 1::bigint'`,
      /^The function sandbox_lock\(uuid\) differs from src\/platform\/database\/functions\/sandbox_lock\.sql: /,
    ],
    [
      'a function with another search path',
      'ALTER FUNCTION all_tenants() SET search_path = public',
      /^The function all_tenants\(\) differs from /,
    ],
    [
      'a function that is missing',
      'DROP FUNCTION tenant_by_slug(text)',
      /^The function tenant_by_slug\(text\) of .*tenant_by_slug\.sql is missing in the database/,
    ],
    [
      'a function without a file',
      `CREATE FUNCTION of_our_own() RETURNS integer LANGUAGE sql AS 'SELECT 1'`,
      /^The function of_our_own\(\) has no file: src\/platform\/database\/functions\/of_our_own\.sql is missing/,
    ],
    [
      'a trigger that differs from its file',
      `CREATE OR REPLACE TRIGGER report_rows AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION follow_payment_for_reports()`,
      /^The trigger report_rows on payments differs from .*follow_payment_for_reports\.sql/,
    ],
    [
      'a trigger that is missing',
      'DROP TRIGGER report_department ON purchase_orders',
      /^The trigger report_department on purchase_orders of .*follow_department_for_reports\.sql is missing/,
    ],
    [
      'a trigger that no file makes',
      'CREATE TRIGGER of_our_own AFTER INSERT ON vendors FOR EACH ROW EXECUTE FUNCTION follow_vendor_for_reports()',
      /^The trigger of_our_own on vendors is in the database, and .*follow_vendor_for_reports\.sql does not make it/,
    ],
  ])('reports %s', async (_what, change, sentence) => {
    await run(change);
    expect(await drift()).toEqual([expect.stringMatching(sentence)]);
  });

  it('reports a file that PostgreSQL rejects, and a changed file without a migration', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'procurement-functions-'));
    for (const name of functionNames()) writeFileSync(join(folder, `${name}.sql`), functionFile(name));
    const file = join(folder, 'tenant_by_slug.sql');
    writeFileSync(file, readFileSync(file, 'utf8').replace('slug = wanted', 'slug = lower(wanted)'));
    writeFileSync(
      join(folder, 'all_tenants.sql'),
      functionFile('all_tenants').replace('tenants ORDER', 'tenant ORDER'),
    );
    expect(await drift(folder)).toEqual([
      expect.stringMatching(/all_tenants\.sql cannot be loaded: relation "public\.tenant" does not exist/),
      expect.stringMatching(/^The function tenant_by_slug\(text\) differs from /),
    ]);
    rmSync(folder, { recursive: true });
  });
});
