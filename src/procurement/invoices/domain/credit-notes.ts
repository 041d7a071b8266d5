import type { CalendarDate } from '../../../common/clock';
import { DomainError, invalidField } from '../../../common/errors';
import { type Decimal, decimal, max } from '../../../common/money';
import type { OrderItemId } from '../../../common/records/ids';
import { requireNearDate } from './entry/header';
import { type InvoiceStatus, nextStatus } from './lifecycle';
import { amountDue, type PaymentFacts } from './payments';

export const CREDIT_NOTE_STATUSES = ['active', 'cancelled'] as const;
export type CreditNoteStatus = (typeof CREDIT_NOTE_STATUSES)[number];

/**
 * The given day of a credit note, else today.
 * @throws DomainError VALIDATION_ERROR on `credit_date` for a day before both the invoice date and today, or more than
 *   366 days ahead
 */
export function creditDate(
  given: CalendarDate | undefined,
  { invoiceDate, today }: { readonly invoiceDate: CalendarDate; readonly today: CalendarDate },
): CalendarDate {
  if (given === undefined || given === today) return today;
  if (given < invoiceDate && given < today) {
    throw invalidField('credit_date', 'validation.date_order', { other: 'invoice_date' });
  }
  requireNearDate('credit_date', given, today);
  return given;
}

/**
 * The status after the cancellation of a credit note. A paid invoice becomes approved if an amount is due.
 * @throws DomainError INVALID_STATUS for a cancelled note, and unless the invoice is approved or paid
 */
export function statusAfterCancelledCredit(
  facts: PaymentFacts,
  note: { readonly amount: Decimal; readonly status: CreditNoteStatus },
): InvoiceStatus {
  if (note.status === 'cancelled') {
    const details = { status: note.status, allowed_statuses: ['active'] };
    throw new DomainError('INVALID_STATUS', { key: 'invoice.credit_cancelled_before' }, { details });
  }
  const status = nextStatus(facts.status, 'cancel_credit');
  const due = amountDue({ ...facts, credited: facts.credited.minus(note.amount) });
  return status === 'paid' && due.gt(0) ? nextStatus(status, 'fall_due') : status;
}

export interface ReturnedLine {
  readonly ordered: Decimal;
  readonly accepted: Decimal | undefined;
  /** On all approved and paid invoices, after the cancellation. */
  readonly billed: Decimal | undefined;
}

/**
 * Rejects a cancellation if other invoices have billed the credited quantity since; it would be paid twice.
 * @param billedSince order lines that other invoices billed after the note was recorded
 * @throws DomainError INVALID_STATUS if such a line would be billed above the ordered and the accepted quantity
 */
export function requireNotBilledAgain(
  lines: ReadonlyMap<OrderItemId, ReturnedLine>,
  billedSince: readonly OrderItemId[],
): void {
  const again = billedSince.some((id) => {
    const line = lines.get(id);
    return line?.billed?.gt(max(line.ordered, decimal(line.accepted ?? 0)));
  });
  if (!again) return;
  const details = { status: 'active', allowed_statuses: [] };
  throw new DomainError('INVALID_STATUS', { key: 'invoice.credit_billed_again' }, { details });
}
