import { type CalendarDate, fiscalYear } from '../../../common/clock';
import { foldText } from '../text-key';

/** What makes two of a vendor's invoices the same one: the columns of the unique index `uq_invoices_identity`. */
export interface InvoiceIdentity {
  readonly vendorId: number;
  /** The vendor's number, folded. */
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
  return { vendorId, numberKey: foldText(vendorInvoiceNumber), fiscalYear: fiscalYear(invoiceDate, startMonth) };
}
