import { ALIKE } from '../../src/invoices/queries/invoice-twins.sql';
import { type Service, startApp } from '../support/app';
import { asOwner, aVendor } from '../support/purchase-orders';

/** Whoever enters an invoice must not read all others, however many there are. */
describe('the search for invoices that may be the same', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ books: false });
  });
  afterAll(() => service.stop());

  it('goes through indexes, with fifty thousand invoices of a thousand vendors', async () => {
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
    const plan = await asOwner<{ 'QUERY PLAN': string }>(service, `EXPLAIN (ANALYZE, COSTS OFF) ${ALIKE}`, [
      tenant,
      invoice?.id,
    ]);
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).not.toContain('Seq Scan');
    for (const index of ['ix_invoices_number_bare', 'ix_invoices_number_short', 'ix_vendors_vat_key']) {
      expect(text).toContain(index);
    }
    expect(text).toContain('ix_vendor_bank_accounts_iban');
  });
});
