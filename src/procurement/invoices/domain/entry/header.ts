import { addDays, type CalendarDate, fiscalYear } from '../../../../common/clock';
import { invalidField } from '../../../../common/errors';
import { numberKey } from '../../../../common/records/keys';

/**
 * The values of the unique index `uq_invoices_identity`, which excludes cancelled invoices. They include the fiscal
 * year because vendors restart their numbering. They exclude the date, so the same invoice is also a duplicate under
 * another date of the fiscal year.
 * @param startMonth first month of the tenant's fiscal year, 1 to 12
 */
export function invoiceIdentity(
  vendorId: number,
  vendorInvoiceNumber: string,
  invoiceDate: CalendarDate,
  startMonth: number,
): { readonly vendorId: number; readonly numberKey: string; readonly fiscalYear: number } {
  return { vendorId, numberKey: numberKey(vendorInvoiceNumber), fiscalYear: fiscalYear(invoiceDate, startMonth) };
}

/** A later date is probably a typing error. @throws DomainError VALIDATION_ERROR on the field */
export function requireNearDate(field: string, date: CalendarDate, today: CalendarDate): void {
  const max = addDays(today, 366);
  if (date > max) throw invalidField(field, 'validation.not_after', { max });
}

/**
 * The given due date, else the invoice date plus the payment terms.
 * @param termsDays the vendor's payment terms in days
 * @throws DomainError VALIDATION_ERROR on `due_date` before the invoice date
 */
export function dueDate(invoiceDate: CalendarDate, given: CalendarDate | undefined, termsDays: number): CalendarDate {
  if (given === undefined) return addDays(invoiceDate, Math.max(0, termsDays));
  if (given < invoiceDate) throw invalidField('due_date', 'validation.date_order', { other: 'invoice_date' });
  return given;
}
