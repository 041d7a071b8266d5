import { amountText, type Decimal, lineAmounts, quantityText, sum, ZERO } from '../../../common/money';
import type { CalendarDate } from '../../../common/clock';
import { DomainError, type FieldMessages, invalid, invalidField } from '../../../common/errors';
import type { ExternalInput } from '../../../common/records/external';
import { type InvoiceStatus, nextStatus } from './lifecycle';

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

/** Whether nothing is left to pay. */
export function isSettled(facts: PaymentFacts): boolean {
  return amountDue(facts).lte(0);
}

/** The payment status on a day, derived whenever it is read: nothing has to happen at midnight. */
export function paymentStatus(facts: PaymentFacts, today: CalendarDate): PaymentStatus {
  if (facts.status === 'draft' || facts.status === 'cancelled') return 'unpaid';
  if (isSettled(facts)) return 'paid';
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
 * answer; one that reuses a reference for another amount or external id has made a mistake, and so has one whose payment was taken
 * back. A request that names no external id says nothing of it.
 * @throws DomainError VALIDATION_ERROR on `reference` when the amount or the external id differs, or the payment was taken back
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

/** A line of an invoice as far as crediting goes. */
export interface CreditableLine {
  readonly id: number;
  readonly quantity: Decimal;
  readonly unitPrice: Decimal;
  readonly vatRate: Decimal;
  /** Quantity that earlier credit notes took off. */
  readonly credited: Decimal;
}

/** What a credit note asks for: quantities of lines, or a sum of money. */
export type CreditRequest =
  { readonly lines: readonly { readonly lineId: number; readonly quantity: Decimal }[] } | { readonly amount: Decimal };

/** What a credit note takes off. */
export interface Credit {
  /** VAT included. */
  readonly amount: Decimal;
  /** Quantities that no longer count as billed; empty for a credit of money alone. */
  readonly lines: readonly { readonly lineId: number; readonly quantity: Decimal; readonly amount: Decimal }[];
}

/**
 * What a credit note comes to. Lines are credited at the invoice's own prices and VAT; the note that credits the last of
 * every line takes off whatever is left, so that a vendor's rounding does not leave a cent standing.
 * @param left what no credit note has taken off yet: total less credits
 * @throws DomainError VALIDATION_ERROR for a line that is not the invoice's or named twice, for more than is left of a line, and
 *   for more money than is left of the invoice
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

/**
 * The status after a credit note: an approved invoice on which it leaves nothing due is settled.
 * @throws DomainError INVALID_STATUS unless the invoice is approved or paid
 */
export function statusAfterCredit(facts: PaymentFacts, credit: Decimal): InvoiceStatus {
  const status = nextStatus(facts.status, 'credit');
  const due = amountDue({ ...facts, credited: facts.credited.plus(credit) });
  return status === 'approved' && due.lte(0) ? nextStatus(status, 'settle') : status;
}

/**
 * The status after an approved invoice is voided.
 * @throws DomainError INVALID_STATUS unless it is approved with nothing paid: what was paid is credited and refunded, not forgotten
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
