import type { Decimal } from '../../../common/money';
import { DomainError, invalidField } from '../../../common/errors';
import type { MessageKey } from '../../../messages';
import { type InvoiceStatus, nextStatus } from './lifecycle';
import { amountDue, type PaymentFacts } from './payments';

export interface ReversiblePayment {
  readonly amount: Decimal;
  readonly paidAt: Date;
  /** The payment that this entry reverses; null for other entries. */
  readonly reversesId: number | null;
  readonly reversedById: number | null;
}

/**
 * The status after the reversal of a payment or refund: approved if an amount is due, else paid.
 * @throws DomainError INVALID_STATUS unless the invoice is approved or paid, for a reversal, and for a reversed payment
 */
export function statusAfterReversal(facts: PaymentFacts, payment: ReversiblePayment): InvoiceStatus {
  const status = nextStatus(facts.status, 'reverse');
  if (payment.reversesId !== null) throw refused('reversal', 'invoice.reversal_stays');
  if (payment.reversedById !== null) throw refused('reversed', 'invoice.reversed_before');
  const isDue = amountDue({ ...facts, paid: facts.paid.minus(payment.amount) }).gt(0);
  if (isDue) return status === 'paid' ? nextStatus(status, 'fall_due') : status;
  return status === 'approved' ? nextStatus(status, 'settle') : status;
}

/** Default: now, or a later payment time. @throws DomainError VALIDATION_ERROR on `reversed_at` before the payment */
export function reversalTime({ paidAt }: ReversiblePayment, given: Date | undefined, now: Date): Date {
  if (given && given < paidAt) throw invalidField('reversed_at', 'validation.date_order', { other: 'paid_at' });
  return given ?? (now < paidAt ? paidAt : now);
}

function refused(status: string, key: MessageKey): DomainError {
  return new DomainError('INVALID_STATUS', { key }, { details: { status, allowed_statuses: ['recorded'] } });
}
