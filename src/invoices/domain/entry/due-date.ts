import { addDays, type CalendarDate } from '../../../common/clock';
import { invalidField } from '../../../common/errors';

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
