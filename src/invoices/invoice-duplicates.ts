import type { CalendarDate } from '../common/clock';
import { invalidField } from '../common/errors';
import type { Warning } from '../common/warning';
import { isUniqueViolation, type Transaction } from '../database';
import type { StoredInvoice } from './entities/stored-invoice';

/**
 * Runs work that writes a vendor's number; the database knows whether it was used before, however many write at once.
 * @throws VALIDATION_ERROR on `invoice_number`
 */
export async function refusingDuplicates<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'uq_invoices_identity'))
      throw invalidField('invoice_number', 'invoice.duplicate_number');
    throw error;
  }
}

/** What may make two invoices of a vendor the same bill under another number. */
type Likeness = Pick<StoredInvoice, 'id' | 'vendorId' | 'totals'> & { readonly invoiceDate: CalendarDate };

/** Warns of another invoice of the vendor with the same date and total. */
export async function warningOfLikeness(tx: Transaction, invoice: Likeness): Promise<readonly Warning[]> {
  const [other] = await tx.query<{ number: string }>(
    `SELECT vendor_invoice_number AS number FROM invoices
      WHERE tenant_id = $1 AND vendor_id = $2 AND invoice_date = $3 AND total = $4 AND id <> $5 AND status <> 'cancelled'
      ORDER BY id LIMIT 1`,
    [tx.tenantId, invoice.vendorId, invoice.invoiceDate, invoice.totals.total.toFixed(), invoice.id],
  );
  if (!other) return [];
  return [
    { code: 'POSSIBLE_DUPLICATE', text: { key: 'invoice.possible_duplicate', params: { number: other.number } } },
  ];
}
