import { addDays, type CalendarDate, fiscalYear } from '../../../../common/clock';
import { invalidField } from '../../../../common/errors';
import { numberKey } from '../../../../common/records/keys';

/** What makes two of a vendor's invoices the same one: the columns of the unique index `uq_invoices_identity`. */
export interface InvoiceIdentity {
  readonly vendorId: number;
  /** The vendor's number as it is compared. */
  readonly numberKey: string;
  readonly fiscalYear: number;
}

/**
 * The identity under which a vendor's number may be used once among invoices not cancelled. The fiscal year is part of
 * it because vendors restart their numbering; the date is not, or the same bill passes twice under another date.
 * @param startMonth first month of the tenant's fiscal year, 1 to 12
 */
export function invoiceIdentity(
  vendorId: number,
  vendorInvoiceNumber: string,
  invoiceDate: CalendarDate,
  startMonth: number,
): InvoiceIdentity {
  return { vendorId, numberKey: numberKey(vendorInvoiceNumber), fiscalYear: fiscalYear(invoiceDate, startMonth) };
}

/** How many days the date of an invoice or credit note may lie in the future. */
const MAX_DAYS_AHEAD = 366;

/**
 * Refuses a date that can only be a slip: more than 366 days in the future.
 * @throws DomainError VALIDATION_ERROR on the field
 */
export function requireNearDate(field: string, date: CalendarDate, today: CalendarDate): void {
  const max = addDays(today, MAX_DAYS_AHEAD);
  if (date > max) throw invalidField(field, 'validation.not_after', { max });
}

/**
 * The day payment is due: the one given, else the invoice's date and the vendor's terms later.
 * @param termsDays the vendor's payment terms in days
 * @throws DomainError VALIDATION_ERROR on `due_date` when the given day is before the invoice's
 */
export function dueDate(invoiceDate: CalendarDate, given: CalendarDate | undefined, termsDays: number): CalendarDate {
  if (given === undefined) return addDays(invoiceDate, Math.max(0, termsDays));
  if (given < invoiceDate) throw invalidField('due_date', 'validation.date_order', { other: 'invoice_date' });
  return given;
}
