import { migrate } from '../../src/platform/database/schema/migrate';
import { withClient } from '../../tools/servers/databases';
import { databaseOfFirstRelease } from '../support/release-0.1.0/database';
import type { FreshDatabase } from '../support/servers/database';

const TENANT = '0190c0de-0000-7000-8000-000000000001';
const OTHER_TENANT = '0190c0de-0000-7000-8000-000000000002';

/** User 9 belongs to another tenant. */
const PEOPLE = `
  INSERT INTO tenants (id, slug, name, status, plan, rate_table, currency, created_at, updated_at)
    SELECT id, slug, slug, 'active', 'enterprise', 'standard', 'SAR', now(), now()
      FROM (VALUES ('${TENANT}'::uuid, 'old'), ('${OTHER_TENANT}'::uuid, 'other')) tenant (id, slug);
  INSERT INTO users (tenant_id, id, name_en, email, role, status, created_at, updated_at)
    SELECT CASE n WHEN 9 THEN '${OTHER_TENANT}'::uuid ELSE '${TENANT}' END, n, 'U', n || '@old.example', 'admin', 'active', now(), now()
      FROM generate_series(1, 9) n;
  INSERT INTO departments (tenant_id, id, name, code, created_at, updated_at)
    VALUES ('${TENANT}', 1, 'Works', 'W', now(), now());
  INSERT INTO vendors (tenant_id, id, name, payment_terms, status, category, created_at, updated_at)
    VALUES ('${TENANT}', 1, 'Kept', 30, 'active', 'IT', now(), now())`;

const entry = (type: string, id: number, [action, user]: Entry, tenant = TENANT): string =>
  `INSERT INTO audit_log (tenant_id, occurred_at, user_id, action, entity_type, entity_id)
     VALUES ('${tenant}', now(), ${user}, '${action}', '${type}', ${id});`;

/** An action and its user; null for the service's own actions. */
type Entry = readonly [action: string, user: number | null];

const order = (id: number, status: string, entries: readonly Entry[]): string => `
  INSERT INTO purchase_orders (tenant_id, id, po_number, status, vendor_id, department_id, created_by_id, currency,
      expense_type, subtotal, vat_amount, total_amount, created_at, updated_at, cancelled_from)
    VALUES ('${TENANT}', ${id}, 'PO-${id}', '${status}', 1, 1, 1, 'SAR', 'OPEX', 100, 15, 115, now(), now(),
      ${status === 'cancelled' ? "'draft'" : 'NULL'});
  ${entries.map((one) => entry('purchase_order', id, one)).join('')}`;

const invoice = (id: number, status: string, entries: readonly Entry[]): string => `
  INSERT INTO invoices (tenant_id, id, invoice_number, vendor_invoice_number, number_key, fiscal_year, vendor_id,
      department_id, status, match_status, currency, subtotal, vat_amount, total, invoice_date, due_date, created_by_id,
      created_at, updated_at)
    VALUES ('${TENANT}', ${id}, 'INV-${id}', 'V${id}', 'v${id}', 2026, 1, 1, '${status}', 'mismatch', 'SAR', 100, 15, 115,
      '2026-03-01', '2026-03-31', 1, now(), now());
  ${entries.map((one) => entry('invoice', id, one)).join('')}`;

describe('Documents in progress from before separation of duties', () => {
  let database: FreshDatabase;

  beforeAll(async () => {
    database = await databaseOfFirstRelease();
  });
  afterAll(() => database.drop());

  const run = (sql: string) => withClient(database.adminUrl, (client) => client.query(sql));
  const authors = async (table: string): Promise<Record<string, [number | null, number[]]>> => {
    const { rows } = await run(
      `SELECT id::int, submitted_by_id::int AS submitted,
              ARRAY(SELECT one::int FROM unnest(changed_by_ids) one ORDER BY one) AS changed FROM ${table} ORDER BY id`,
    );
    return Object.fromEntries(rows.map(({ id, submitted, changed }) => [id, [submitted, changed]]));
  };

  it('get their submitter and authors from the audit log, so that these cannot approve them', async () => {
    await run(PEOPLE);
    await run(
      [
        order(1, 'draft', [
          ['created', 1],
          ['updated', 2],
        ]),
        order(2, 'pending_approval', [
          ['created', 1],
          ['updated', 2],
          ['submitted', 3],
          ['rejected', 8],
          ['item_added', 4],
          ['item_updated', 5],
          ['item_removed', 6],
          ['updated', 4],
          ['updated', null],
          ['submitted', 7],
        ]),
        order(3, 'approved', [
          ['updated', 2],
          ['submitted', 3],
          ['approved', 8],
        ]),
        order(4, 'cancelled', [['updated', 2]]),
        entry('purchase_order', 1, ['updated', 9], OTHER_TENANT),
        invoice(1, 'draft', [
          ['created', 1],
          ['updated', 2],
        ]),
        invoice(2, 'pending', [
          ['created', 1],
          ['updated', 2],
          ['updated', 4],
          ['submitted', 3],
          ['updated', 4],
          ['rematched', 5],
          ['updated', null],
        ]),
        invoice(3, 'submitted', [
          ['created', 1],
          ['submitted', 6],
        ]),
        invoice(4, 'approved', [
          ['updated', 2],
          ['submitted', 3],
          ['approved', 8],
        ]),
        entry('invoice', 1, ['updated', 9], OTHER_TENANT),
      ].join(''),
    );
    await migrate(database.ownerUrl);
    expect(await authors('purchase_orders')).toEqual({
      1: [null, [2]],
      2: [7, [2, 3, 4, 5, 6, 7]],
      3: [null, []],
      4: [null, []],
    });
    expect(await authors('invoices')).toEqual({ 1: [null, [2]], 2: [3, [2, 4]], 3: [6, []], 4: [null, []] });
  });
});
