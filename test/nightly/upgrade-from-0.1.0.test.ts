import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { EvidenceVerification, Sealing } from '../../src/history/evidence';
import { type Catalog, differences, readCatalog } from '../../src/platform/database/schema/catalog';
import { migrate } from '../../src/platform/database/schema/migrate';
import { withClient } from '../../tools/servers/databases';
import { startApp } from '../support/app';
import { aVendor } from '../support/purchase-orders';
import { databaseOfFirstRelease } from '../support/release-0.1.0/database';
import { type FreshDatabase, freshDatabase } from '../support/servers/database';

/** The timestamp of the last migration of release 0.1.0. */
const LAST_OF_0_1_0 = 1_795_305_600_300;

const TENANT = '0190c0de-0000-7000-8000-000000000001';

const asOwner = <T>(database: FreshDatabase, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(database.ownerUrl, work);
const run = (database: FreshDatabase, sql: string) => asOwner(database, (client) => client.query(sql));

const migrationsOf = async (database: FreshDatabase): Promise<string[]> => {
  const { rows } = await asOwner(database, (client) =>
    client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY id'),
  );
  return rows.map(({ name }) => name);
};

/** The catalog without the text of functions, whose white space and comments differ. */
const catalogOf = async (database: FreshDatabase): Promise<Catalog> => {
  const catalog = await asOwner(database, (client) =>
    readCatalog(
      async <Row>(text: string, values: readonly unknown[]) => (await client.query(text, [...values])).rows as Row[],
      'procurement_service',
    ),
  );
  return Object.fromEntries(
    Object.entries(catalog).map(([object, lines]) => [
      object,
      lines.map((line) => line.replace(/, text [0-9a-f]{32}$/, '')),
    ]),
  );
};

const textsOf = async (database: FreshDatabase): Promise<Record<string, string>> => {
  const { rows } = await asOwner(database, (client) =>
    client.query<{ name: string; text: string }>(
      `SELECT p.oid::regprocedure::text AS name, p.prosrc AS text FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`,
    ),
  );
  const squeezed = (text: string): string => text.replace(/--.*/g, '').replace(/\s+/g, '').replace(/;$/, '');
  return Object.fromEntries(rows.map(({ name, text }) => [name, squeezed(text)]));
};

const WITH_A_TENANT = `
  INSERT INTO tenants (id, slug, name, status, plan, rate_table, currency, created_at, updated_at)
    VALUES ('${TENANT}', 'old', 'Old', 'active', 'enterprise', 'standard', 'SAR', now(), now());
  INSERT INTO users (tenant_id, name_en, email, role, status, created_at, updated_at)
    VALUES ('${TENANT}', 'Olivia', 'olivia@old.example', 'admin', 'active', now(), now());
  INSERT INTO vendors (tenant_id, name, payment_terms, status, category, created_at, updated_at)
    VALUES ('${TENANT}', 'Kept', 30, 'active', 'IT', now(), now())`;

describe('A database of 0.1.0', () => {
  let database: FreshDatabase;

  beforeEach(async () => {
    database = await databaseOfFirstRelease();
  });
  afterEach(() => database.drop());

  it('is taken over with its data, and the service runs on it', async () => {
    await run(database, WITH_A_TENANT);
    const before = await migrationsOf(database);
    expect(before).toHaveLength(29);
    const published: string[] = [];
    const ran = await migrate(database.ownerUrl, undefined, { print: (sentence) => published.push(sentence) });
    // Only migrations of later releases ran: names end with a timestamp.
    expect(ran.filter((name) => Number(name.slice(-13)) <= LAST_OF_0_1_0)).toEqual([]);
    expect(published).toEqual([expect.stringContaining('taken over')]);
    // The old names remain, for running instances of 0.1.0.
    expect((await migrationsOf(database)).slice(0, 29)).toEqual(before);
    expect(await migrate(database.ownerUrl)).toEqual([]);

    const service = await startApp({ books: false, redis: false, env: { DATABASE_URL: database.url } });
    const vendor = await aVendor(service.client());
    expect(await service.client().get(`/vendors/${vendor.id}`)).toMatchObject({ id: vendor.id });
    // Earlier entries are evidence too.
    await service.app.get(Sealing).sealAll();
    expect(await service.app.get(EvidenceVerification).all()).toMatchObject({ faults: 0 });
    await service.stop();
    const { rows } = await asOwner(database, (client) =>
      client.query(`SELECT name, category FROM vendors WHERE tenant_id = '${TENANT}'`),
    );
    expect(rows).toEqual([{ name: 'Kept', category: 'IT' }]);
  });

  it("has the same schema as today's migrations create, after it was taken over", async () => {
    const fresh = await freshDatabase();
    await migrate(database.ownerUrl);
    expect(differences(await catalogOf(fresh), await catalogOf(database))).toEqual([]);
    expect(await textsOf(database)).toEqual(await textsOf(fresh));
    await fresh.drop();
  });

  it('is taken over once when two starts migrate at the same time', async () => {
    await Promise.all([1, 2].map(() => migrate(database.ownerUrl)));
    const names = await migrationsOf(database);
    expect(names).toHaveLength(new Set(names).size);
  });

  it('remains a sandbox if it is one', async () => {
    await run(database, `CREATE OR REPLACE FUNCTION is_sandbox() RETURNS boolean LANGUAGE sql STABLE AS 'SELECT true'`);
    await migrate(database.ownerUrl);
    const { rows } = await asOwner(database, (client) => client.query('SELECT is_sandbox() AS declared'));
    expect(rows).toEqual([{ declared: true }]);
  });

  it('is taken over with an additional index and with objects of other owners', async () => {
    await run(database, 'CREATE INDEX of_our_own ON vendors (tenant_id, phone)');
    await withClient(database.adminUrl, (client) => client.query('CREATE TABLE of_the_administrator (id integer)'));
    await migrate(database.ownerUrl);
    expect((await migrationsOf(database)).length).toBeGreaterThan(29);
  });

  it('is taken over with tables that were converted to partitions', async () => {
    await run(database, readFileSync(join(__dirname, '../../deploy/partitions.sql'), 'utf8'));
    await run(database, `CALL partitions.convert('audit_log', 'occurred_at')`);
    await migrate(database.ownerUrl);
    expect((await migrationsOf(database)).length).toBeGreaterThan(29);
  });

  it('prevents a start until it is taken over', async () => {
    await expect(startApp({ books: false, redis: false, env: { DATABASE_URL: database.url } })).rejects.toMatchObject({
      message: 'This database was made by 0.1.0 or before and has not been taken over yet',
      hint: expect.stringMatching(/cli\.js migrate.*docs\/upgrading\.md/s) as string,
    });
  });

  it('is migrated like any other after it was taken over', async () => {
    await migrate(database.ownerUrl);
    await run(database, `DELETE FROM schema_migrations WHERE name = 'Search1795305600170'`);
    await expect(startApp({ books: false, redis: false, env: { DATABASE_URL: database.url } })).rejects.toMatchObject({
      message: '1 migration has not run: Search1795305600170',
    });
    expect(await migrate(database.ownerUrl)).toEqual(['Search1795305600170']);
  });

  it.each([
    ['a column', 'ALTER TABLE vendors ADD COLUMN colour text', 'table vendors has: column colour text'],
    ['an index', 'DROP INDEX ix_vendors_name', 'table vendors lacks: index CREATE INDEX ix_vendors_name '],
    ['a constraint', 'ALTER TABLE budgets DROP CONSTRAINT ck_budgets_capex', 'table budgets lacks: constraint ck_'],
    ['a policy', 'DROP POLICY tenant_isolation ON users', 'table users lacks: policy tenant_isolation to service '],
    [
      'row security',
      'ALTER TABLE users NO FORCE ROW LEVEL SECURITY',
      'table users lacks: row level security on forced',
    ],
    ['a right', 'GRANT DELETE ON audit_log TO procurement_service', 'table audit_log has: service may DELETE'],
    ['a trigger', 'ALTER TABLE payments DISABLE TRIGGER report_rows', 'table payments lacks: trigger CREATE TRIGGER '],
    [
      'a function',
      `CREATE OR REPLACE FUNCTION sandbox_lock(tenant uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 1::bigint'`,
      'function sandbox_lock(uuid) lacks: returns bigint, sql',
    ],
    [
      'a door',
      'GRANT EXECUTE ON FUNCTION all_tenants() TO PUBLIC',
      'function all_tenants() has: everybody may execute',
    ],
    ['a table', 'CREATE TABLE mine (id integer)', 'table mine is not known'],
  ])('is rejected if %s was changed, and remains unchanged', async (_what, change, difference) => {
    await run(database, change);
    const before = await migrationsOf(database);
    await expect(migrate(database.ownerUrl)).rejects.toMatchObject({
      name: 'StartRefusal',
      message: expect.stringContaining(`\n- ${difference}`) as string,
      hint: expect.stringContaining('docs/upgrading.md') as string,
    });
    expect(await migrationsOf(database)).toEqual(before);
  });

  it('is rejected if a build before 0.1.0 made it, with a hint how to upgrade to 0.1.0', async () => {
    await run(database, `DELETE FROM schema_migrations WHERE name LIKE '%1763700001170' OR name LIKE '%1763700001180'`);
    await expect(migrate(database.ownerUrl)).rejects.toMatchObject({
      message: expect.stringMatching(
        /lacks migrations of 0\.1\.0: WebhookTurns\w+, InvoicesOfMovedOrders\w+$/,
      ) as string,
      hint: expect.stringContaining('commit 9e468308ec1f0034e21e33d13361fe10295dede7') as string,
    });
    expect(await migrationsOf(database)).toHaveLength(27);
  });
});
