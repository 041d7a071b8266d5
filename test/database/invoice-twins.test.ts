import type { Client } from 'pg';
import { INVOICE_WARNINGS } from '../../src/procurement/budgets/ledger/stored-warnings.sql';
import { causesSql, stuckSql } from '../../src/procurement/invoices/queries/invoice-warnings.sql';
import { withClient } from '../../tools/servers/databases';
import { type Service, startApp } from '../support/app';
import { asOwner, aVendor } from '../support/purchase-orders';

/** Entering, reading or deciding an invoice must not read all other invoices. */
describe('The search for suspected duplicate invoices', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ books: false });
  });
  afterAll(() => service.stop());

  it('uses indexes for fifty thousand invoices of a thousand vendors', async () => {
    const { id: vendorId } = await aVendor(service.client(), { vat_number: '310000000000003' });
    const tenant = service.tenant.tenant.id;
    await asOwner(service, 'ALTER TABLE invoices DISABLE TRIGGER USER');
    await asOwner(
      service,
      `INSERT INTO vendors (tenant_id, name, payment_terms, vat_number, bank_account, status, contacts, created_at, updated_at)
       SELECT $1, 'V' || n, 30, 'V' || n, 'SA03800000006080' || (10000000 + n), 'active', '[]', now(), now()
         FROM generate_series(1, 1000) n`,
      [tenant],
    );
    await asOwner(
      service,
      `INSERT INTO invoices (tenant_id, invoice_number, vendor_invoice_number, number_key, fiscal_year, vendor_id, status, match_status,
                             currency, subtotal, vat_amount, total, invoice_date, due_date, created_at, updated_at)
       SELECT $1, 'I-' || n, 'N-' || n, 'n-' || n, 2026, $2 + n % 1000, 'draft', 'pending_grn', 'SAR', n, 0, n, '2026-03-01', '2026-04-01', now(), now()
         FROM generate_series(1, 50000) n`,
      [tenant, vendorId],
    );
    await asOwner(service, 'ANALYZE invoices');
    await asOwner(service, 'ANALYZE vendors, vendor_bank_accounts');
    const [invoice] = await asOwner<{ id: string }>(service, `SELECT id FROM invoices WHERE invoice_number = 'I-500'`);
    const explained = async (client: Client, sql: string, values: unknown[]): Promise<string> => {
      await client.query(`SELECT set_config('app.tenant_id', $1, true)`, [tenant]);
      const plan = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS OFF) ${sql}`, values);
      return plan.rows.map((line) => line['QUERY PLAN']).join('\n');
    };
    // As the service's role: row level security decides which indexes PostgreSQL may use.
    const asService = (sql: string, values: unknown[]): Promise<string> =>
      withClient(service.environment.DATABASE_URL, async (client) => {
        await client.query('BEGIN');
        await client.query(`SELECT set_config('role', $1, true)`, [service.environment.DATABASE_ROLE]);
        return explained(client, sql, values);
      });
    const { sql: budget } = INVOICE_WARNINGS;
    const text = await asService(`SELECT ${causesSql(budget)} FROM invoices i WHERE i.tenant_id = $1 AND i.id = $2`, [
      tenant,
      invoice?.id,
    ]);
    // The list of exceptions checks every pending invoice, and no other.
    await asOwner(service, `UPDATE invoices SET status = 'pending' WHERE id % 500 = 0`);
    await asOwner(service, 'ANALYZE invoices');
    const stuck = await asService(`SELECT FROM invoices i WHERE i.tenant_id = $1 AND ${stuckSql(budget)}`, [tenant]);
    const inside = await withClient(service.adminUrl, async (client) => {
      await client.query('BEGIN');
      const { rows } = await client.query<{ prosrc: string }>(
        `SELECT prosrc FROM pg_proc WHERE proname = 'alike_invoices'`,
      );
      const body = (rows[0]?.prosrc ?? '').replace('vendors', '$1::bigint[]').replace('shapes', '$2::text[]');
      return explained(client, body.replaceAll('= year', '= $3::integer'), [[vendorId], ['n500'], 2026]);
    });
    for (const plan of [text, stuck, inside]) expect(plan).not.toContain('Seq Scan on invoices');
    for (const index of ['ix_vendors_vat_key', 'ix_vendor_bank_accounts_iban']) expect(text).toContain(index);
    for (const index of ['ix_invoices_shape', 'ix_invoices_short_shape']) expect(inside).toContain(index);
  });
});
