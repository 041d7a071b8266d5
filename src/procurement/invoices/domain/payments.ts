import { amountText, type Decimal, lineAmounts, quantityText, sum, ZERO } from '../../../common/money';
import type { CalendarDate } from '../../../common/clock';
import { DomainError, type FieldMessages, invalid, invalidField } from '../../../common/errors';
import type { ExternalInput } from '../../../common/records/external';
import { type InvoiceStatus, nextStatus } from './lifecycle';

export interface PaymentFacts {
  readonly status: InvoiceStatus;
  readonly total: Decimal;
  readonly credited: Decimal;
  /** Sum of the payments; refunds are negative. */
  readonly paid: Decimal;
  readonly dueDate: CalendarDate;
}

export const PAYMENT_STATUSES = ['unpaid', 'partial', 'paid', 'overdue'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Total less credits less payments. Negative if a refund is due; 0 for a cancelled invoice. */
export function amountDue({ status, total, credited, paid }: PaymentFacts): Decimal {
  return status === 'cancelled' ? ZERO : total.minus(credited).minus(paid);
}

export function isSettled(facts: PaymentFacts): boolean {
  return amountDue(facts).lte(0);
}

/** The payment status on a day. Derived on every read, so no job has to update it at midnight. */
export function paymentStatus(facts: PaymentFacts, today: CalendarDate): PaymentStatus {
  if (facts.status === 'draft' || facts.status === 'cancelled') return 'unpaid';
  if (isSettled(facts)) return 'paid';
  if (today > facts.dueDate) return 'overdue';
  return facts.paid.gt(0) ? 'partial' : 'unpaid';
}

/**
 * The status after a payment, or a refund (negative amount).
 * @throws DomainError INVALID_STATUS unless the invoice is approved (or paid, for a refund); OVERPAYMENT for more than
 *   the amount due, or a refund above the amount owed; VALIDATION_ERROR on `amount` for 0, or for a refund if none is
 *   owed
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
 * Whether the payment was recorded before, with the same reference and amount. A retry returns the recorded payment. A
 * request without external id matches any external id.
 * @throws DomainError VALIDATION_ERROR on `reference` if the amount or external id differs, or the payment was reversed
 */
export function isRepeat(
  recorded:
    { readonly amount: Decimal; readonly externalId: string | null; readonly reversedById: number | null } | undefined,
  { amount, externalId }: { readonly amount: Decimal } & Pick<ExternalInput, 'externalId'>,
): boolean {
  if (!recorded) return false;
  if (recorded.reversedById !== null) throw invalidField('reference', 'invoice.payment_reference_reversed');
  if (!recorded.amount.eq(amount)) throw invalidField('reference', 'invoice.payment_reference_used');
  if (typeof externalId === 'string' && externalId !== recorded.externalId) {
    throw invalidField('reference', 'invoice.payment_reference_external_id');
  }
  return true;
}

function overpayment(amount: Decimal, due: Decimal, currency: string): DomainError {
  const figures = { amount: amountText(amount, currency), due: amountText(due, currency), currency };
  return new DomainError('OVERPAYMENT', { key: 'invoice.overpayment', params: figures }, { details: figures });
}

export interface CreditableLine {
  readonly id: number;
  readonly quantity: Decimal;
  readonly unitPrice: Decimal;
  readonly vatRate: Decimal;
  /** Quantity credited by earlier credit notes. */
  readonly credited: Decimal;
}

export type CreditRequest =
  { readonly lines: readonly { readonly lineId: number; readonly quantity: Decimal }[] } | { readonly amount: Decimal };

export interface Credit {
  /** Including VAT. */
  readonly amount: Decimal;
  /** Quantities that no longer count as billed; empty for a credit of an amount only. */
  readonly lines: readonly { readonly lineId: number; readonly quantity: Decimal; readonly amount: Decimal }[];
}

/**
 * The amount of a credit note. Lines are credited at the prices and VAT rates of the invoice. A note that credits the
 * rest of every line gets the whole remaining amount, so no rounding difference stays due.
 * @param left total less earlier credits
 * @throws DomainError VALIDATION_ERROR for an unknown or repeated line, for more than the rest of a line, and for more
 *   than `left`
 */
export function creditFor(
  request: CreditRequest,
  invoiceLines: readonly CreditableLine[],
  left: Decimal,
  currency: string,
): Credit {
  if ('amount' in request) return { amount: within(request.amount, left, 'amount', currency), lines: [] };
  checkLines(request.lines, invoiceLines);
  const byId = new Map(invoiceLines.map((line) => [line.id, line]));
  const lines = request.lines.map(({ lineId, quantity }) => {
    const line = byId.get(lineId);
    return { lineId, quantity, amount: line ? lineAmounts({ ...line, quantity }, currency).total : ZERO };
  });
  const asked = new Map(request.lines.map(({ lineId, quantity }) => [lineId, quantity]));
  const last = invoiceLines.every((line) => line.credited.plus(asked.get(line.id) ?? ZERO).eq(line.quantity));
  const amount = last ? left : within(sum(lines.map((line) => line.amount)), left, 'lines', currency);
  return { amount, lines };
}

/** Changes approved to paid if nothing is due. @throws DomainError INVALID_STATUS unless approved or paid */
export function statusAfterCredit(facts: PaymentFacts, credit: Decimal): InvoiceStatus {
  const status = nextStatus(facts.status, 'credit');
  const due = amountDue({ ...facts, credited: facts.credited.plus(credit) });
  return status === 'approved' && due.lte(0) ? nextStatus(status, 'settle') : status;
}

/**
 * @throws DomainError INVALID_STATUS unless approved with payments of 0 in total. A paid amount needs a credit note and
 *   a refund.
 */
export function statusAfterVoid(facts: PaymentFacts): InvoiceStatus {
  const status = nextStatus(facts.status, 'void');
  if (facts.paid.eq(0)) return status;
  throw new DomainError(
    'INVALID_STATUS',
    { key: 'invoice.void_after_payment' },
    { details: { status: facts.status, allowed_statuses: ['approved'] } },
  );
}

function within(amount: Decimal, left: Decimal, field: string, currency: string): Decimal {
  if (amount.lte(left)) return amount;
  throw invalidField(field, 'invoice.credit_exceeds_invoice', {
    amount: amountText(amount, currency),
    left: amountText(left, currency),
  });
}

function checkLines(
  asked: readonly { readonly lineId: number; readonly quantity: Decimal }[],
  invoiceLines: readonly CreditableLine[],
): void {
  const byId = new Map(invoiceLines.map((line) => [line.id, line]));
  const seen = new Set<number>();
  const fields: Record<string, FieldMessages[string]> = {};
  asked.forEach(({ lineId, quantity }, position) => {
    const line = byId.get(lineId);
    const left = line?.quantity.minus(line.credited) ?? ZERO;
    if (!line) fields[`lines.${position}.line_item_id`] = [{ key: 'validation.exists' }];
    else if (seen.has(lineId)) fields[`lines.${position}.line_item_id`] = [{ key: 'validation.array_unique' }];
    else if (quantity.gt(left)) {
      fields[`lines.${position}.quantity`] = [{ key: 'validation.max', params: { max: quantityText(left) } }];
    }
    seen.add(lineId);
  });
  if (Object.keys(fields).length > 0) throw invalid(fields);
}
