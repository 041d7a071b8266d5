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
 * The day of a credit note: the one given, else today.
 * @throws DomainError VALIDATION_ERROR on `credit_date` for a day before both the invoice's date and today, and for one more than
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
 * The status after a credit note was cancelled: a paid invoice on which something is due again is approved.
 * @throws DomainError INVALID_STATUS for a note that is cancelled, and unless the invoice is approved or paid
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

/** An order line whose billed quantity a cancelled credit note raises. */
export interface ReturnedLine {
  readonly ordered: Decimal;
  readonly accepted: Decimal | undefined;
  /** On all approved invoices, with what the note gives back. */
  readonly billed: Decimal | undefined;
}

/**
 * What a credit note took off may have been billed by another invoice since. Then the note stays, or it would be paid twice.
 * @param billedSince order lines that other invoices billed after the note was recorded
 * @throws DomainError INVALID_STATUS when such a line would be billed beyond what was ordered and accepted
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
