import type { Client } from 'pg';
import { createDataSource } from '../../src/platform/database/connection/data-source';
import { migrate } from '../../src/platform/database/schema/migrate';
import { withClient } from '../../tools/servers/databases';
import { TenantsService } from '../../src/operations/provisioning';
import { startApp } from '../support/app';
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
  INSERT INTO users (tenant_id, name_en, email, role, status, created_at, updated_at)
    VALUES ('${TENANT}', 'Olivia', 'olivia@keys.example', 'admin', 'active', now(), now());
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

/** Invoices of one vendor: number, previous key, status. */
const INVOICES = [
  [1, 'INV-1', 'inv-1', 'draft'],
  [2, 'INV–1', 'inv–1', 'draft'],
  [3, 'INV-٢', 'inv-٢', 'draft'],
  [4, 'INV-۲', 'inv-۲', 'draft'],
  [5, 'INV-३', 'inv-३', 'cancelled'],
  [6, 'INV-3', 'inv-3', 'draft'],
] as const;

const NUMBERED = `
  UPDATE vendors SET vat_number = '٣١٠-१', cr_number = 'CR 1' WHERE id = 1;
  UPDATE vendors SET vat_key = '310१' WHERE id = 1;
  INSERT INTO invoices (tenant_id, id, invoice_number, vendor_invoice_number, number_key, fiscal_year, vendor_id, status, match_status,
                        currency, subtotal, vat_amount, total, invoice_date, due_date, created_at, updated_at)
    VALUES ${INVOICES.map(
      ([id, number, key, status]) =>
        `('${TENANT}', ${id}, 'I${id}', '${number}', '${key}', 2026, 1, '${status}', 'pending_grn', 'SAR', 1, 0, 1, '2026-01-01', '2026-02-01', now(), now())`,
    ).join(', ')};
  SELECT setval(pg_get_serial_sequence('invoices', 'id'), 6);
  INSERT INTO credit_notes (tenant_id, invoice_id, vendor_id, credit_note_number, number_key, amount, reason, created_at)
    VALUES ('${TENANT}', 1, 1, 'CN\u200f-٧', 'cn\u200f-٧', 1, 'Back', now())`;

describe('Records from before the key columns', () => {
  let database: FreshDatabase;
  const published: string[] = [];
  const run = <Row extends object>(sql: string): Promise<Row[]> =>
    withClient(database.ownerUrl, async (client: Client) => (await client.query<Row>(sql)).rows);

  beforeAll(async () => {
    database = await freshDatabase();
    const dataSource = await createDataSource({ url: database.ownerUrl, poolSize: 1 }).initialize();
    const names = dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
    for (let count = names.length - names.indexOf(FIRST); count > 0; count -= 1) await dataSource.undoLastMigration();
    await dataSource.destroy();
    await run(RECORDS);
    await run(NUMBERED);
    await migrate(database.ownerUrl, undefined, { print: (sentence) => void published.push(sentence) });
  });
  afterAll(() => database.drop());

  it('retain two budgets whose categories are equal now, and give the others their keys', async () => {
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

  it('retain two invoices whose numbers are equal now, and give the others their keys', async () => {
    expect(await run('SELECT id::int, number_key FROM invoices ORDER BY id')).toEqual([
      { id: 1, number_key: 'inv-1' },
      { id: 2, number_key: 'inv–1' },
      { id: 3, number_key: 'inv-2' },
      { id: 4, number_key: 'inv-۲' },
      { id: 5, number_key: 'inv-3' },
      { id: 6, number_key: 'inv-3' },
    ]);
    expect(await run('SELECT number_key FROM credit_notes')).toEqual([{ number_key: 'cn-7' }]);
    expect(await run('SELECT vat_key, cr_key FROM vendors WHERE id = 1')).toEqual([{ vat_key: '3101', cr_key: 'CR1' }]);
  });

  it('remain valid when they change, and their numbers cannot be used again', async () => {
    const service = await startApp({ books: false, redis: false, env: { DATABASE_URL: database.url } });
    try {
      const { token } = await service.app
        .get(TenantsService)
        .createToken('keys', { name: 'Test', abilities: ['admin'], email: 'olivia@keys.example' });
      const client = service.client({ token });
      for (const [id, number] of INVOICES)
        if (id !== 5) await client.put(`/invoices/${id}`, { invoice_number: number, description: 'Changed' }, 200);
      const line_items = [{ description: 'Water', quantity: 1, unit_price: 1 }];
      for (const invoice_number of ['inv-1', 'INV—1', 'INV-٢', 'INV-2']) {
        const again = { vendor_id: 1, invoice_number, invoice_date: '2026-03-01', line_items };
        const { body } = await client.call('POST', '/invoices', 422, again);
        expect(Object.keys(body.error.details)).toEqual(['invoice_number']);
      }
      for (const [id, , category] of BUDGETS.slice(0, 2))
        await client.put(`/budgets/${id}`, { category, notes: 'Changed' }, 200);
      await client.call('PUT', '/budgets/4', 422, { category: 'ادوات' });
      await client.call('PUT', '/budgets/3', 422, { status: 'active' });
    } finally {
      await service.stop();
    }
  });

  it('are listed in the output if they became equal', () => {
    expect(published).toEqual([
      `Tenant ${TENANT}: the vendors' categories ["أدوات", "ادوات"] are one category to filters and workflows now`,
      `Tenant ${TENANT}: the category "أدوات" of budget 1 equals that of another budget now; both stay`,
      `Tenant ${TENANT}: the number "INV–1" of invoice 2 equals another one of the vendor now; both stay`,
      `Tenant ${TENANT}: the number "INV-۲" of invoice 4 equals another one of the vendor now; both stay`,
    ]);
  });
});
