import type { Client } from 'pg';
import { createDataSource } from '../../src/database/connection/data-source';
import { migrate } from '../../src/database/schema/migrate';
import { withClient } from '../../src/dev/servers/databases';
import { type FreshDatabase, freshDatabase } from '../support/servers/database';

const TENANT = '0190c0de-0000-7000-8000-000000000003';
const FIRST = 'Keys1795305602000';

const BUDGETS = [
  [1, 'active', 'أدوات', 'أدوات'],
  [2, 'active', 'ادوات', 'ادوات'],
  [3, 'draft', 'أدوات', 'أدوات'],
  [4, 'active', 'École', 'école'],
  [5, 'closed', 'Travel', 'travel'],
] as const;

const RECORDS = `
  INSERT INTO tenants (id, slug, name, status, plan, rate_table, currency, created_at, updated_at)
    VALUES ('${TENANT}', 'keys', 'Keys', 'active', 'enterprise', 'standard', 'SAR', now(), now());
  INSERT INTO departments (tenant_id, id, name, code, created_at, updated_at) VALUES ('${TENANT}', 1, 'IT', 'IT', now(), now());
  INSERT INTO vendors (tenant_id, id, name, category, payment_terms, status, created_at, updated_at)
    VALUES ('${TENANT}', 1, 'One', 'أدوات', 30, 'active', now(), now()), ('${TENANT}', 2, 'Two', 'ادوات', 30, 'active', now(), now()),
           ('${TENANT}', 3, 'Three', 'École', 30, 'active', now(), now()), ('${TENANT}', 4, 'Four', NULL, 30, 'active', now(), now());
  INSERT INTO budgets (tenant_id, id, name, category, category_key, currency, department_id, fiscal_year, status, allocated_amount,
                       alert_thresholds, created_at, updated_at)
    VALUES ${BUDGETS.map(
      ([id, status, category, key]) =>
        `('${TENANT}', ${id}, 'B${id}', '${category}', '${key}', 'SAR', 1, 2026, '${status}', 100, '[]', now(), now())`,
    ).join(', ')}`;

describe('records from before their keys', () => {
  let database: FreshDatabase;
  const told: string[] = [];
  const run = <Row extends object>(sql: string): Promise<Row[]> =>
    withClient(database.ownerUrl, async (client: Client) => (await client.query<Row>(sql)).rows);

  beforeAll(async () => {
    database = await freshDatabase();
    const dataSource = await createDataSource({ url: database.ownerUrl, poolSize: 1 }).initialize();
    const names = dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
    for (let count = names.length - names.indexOf(FIRST); count > 0; count -= 1) await dataSource.undoLastMigration();
    await dataSource.destroy();
    await run(RECORDS);
    await migrate(database.ownerUrl, undefined, { tell: (sentence) => void told.push(sentence) });
  });
  afterAll(() => database.drop());

  it('keep two budgets apart whose categories are equal now, and give the others their keys', async () => {
    expect(await run('SELECT id::int, category_key FROM budgets ORDER BY id')).toEqual([
      { id: 1, category_key: 'أدوات' },
      { id: 2, category_key: 'ادوات' },
      { id: 3, category_key: 'ادوات' },
      { id: 4, category_key: 'ecole' },
      { id: 5, category_key: 'travel' },
    ]);
    expect(await run('SELECT id::int, category_key FROM vendors ORDER BY id')).toEqual([
      { id: 1, category_key: 'ادوات' },
      { id: 2, category_key: 'ادوات' },
      { id: 3, category_key: 'ecole' },
      { id: 4, category_key: null },
    ]);
  });

  it('are listed in the output where they became equal', () => {
    expect(told).toEqual([
      `Tenant ${TENANT}: the vendors' categories ["أدوات", "ادوات"] are one category to filters and workflows now`,
      `Tenant ${TENANT}: the category "أدوات" of budget 1 equals that of another budget now; both stay`,
    ]);
  });
});
