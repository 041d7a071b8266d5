import { amountText, type Decimal, ZERO } from '../../../common/money';
import type { CalendarDate } from '../../../common/clock';
import { DomainError, invalidField } from '../../../common/errors';
import { type InvoiceStatus, nextStatus } from '../lifecycle';

/** What payment of an invoice is judged by. */
export interface PaymentFacts {
  readonly status: InvoiceStatus;
  readonly total: Decimal;
  /** Sum of its credit notes. */
  readonly credited: Decimal;
  /** Sum of its payments; refunds are negative ones. */
  readonly paid: Decimal;
  readonly dueDate: CalendarDate;
}

export const PAYMENT_STATUSES = ['unpaid', 'partial', 'paid', 'overdue'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** What is still to be paid: total less credits less payments. Negative is a refund due; a cancelled one owes nothing. */
export function amountDue({ status, total, credited, paid }: PaymentFacts): Decimal {
  return status === 'cancelled' ? ZERO : total.minus(credited).minus(paid);
}

/** The payment status on a day, derived whenever it is read: nothing has to happen at midnight. */
export function paymentStatus(facts: PaymentFacts, today: CalendarDate): PaymentStatus {
  if (facts.status === 'draft' || facts.status === 'cancelled') return 'unpaid';
  if (amountDue(facts).lte(0)) return 'paid';
  if (today > facts.dueDate) return 'overdue';
  return facts.paid.gt(0) ? 'partial' : 'unpaid';
}

/**
 * The status after a payment, or after a refund when the amount is negative.
 * @throws DomainError INVALID_STATUS when the invoice is not approved (a refund: nor paid); OVERPAYMENT when the amount is more than
 *   is due (a refund: more than is owed back); VALIDATION_ERROR on `amount` for 0, or a refund where none is owed
 */
export function statusAfterPayment(facts: PaymentFacts, amount: Decimal, currency: string): InvoiceStatus {
  const refund = amount.lt(0);
  nextStatus(facts.status, refund ? 'refund' : 'pay');
  const due = amountDue(facts);
  if (amount.eq(0) || (refund && due.gte(0))) throw invalidField('amount', 'validation.greater_than', { min: 0 });
  if (refund ? amount.lt(due) : amount.gt(due)) throw overpayment(amount, due, currency);
  if (refund) return nextStatus(facts.status, 'refund');
  return nextStatus(facts.status, amount.eq(due) ? 'settle' : 'pay');
}

/**
 * Whether a payment is one we already have: the same reference and amount again. A payer that retries gets its first
 * answer; one that reuses a reference for another amount has made a mistake.
 * @throws DomainError VALIDATION_ERROR on `reference` when the amount differs
 */
export function isRepeat(recorded: { readonly amount: Decimal } | undefined, amount: Decimal): boolean {
  if (!recorded) return false;
  if (!recorded.amount.eq(amount)) throw invalidField('reference', 'invoice.payment_reference_used');
  return true;
}

function overpayment(amount: Decimal, due: Decimal, currency: string): DomainError {
  const figures = { amount: amountText(amount, currency), due: amountText(due, currency), currency };
  return new DomainError('OVERPAYMENT', { key: 'invoice.overpayment', params: figures }, { details: figures });
}
