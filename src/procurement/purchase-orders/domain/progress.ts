import { decimal, lineAmounts, max, sum, ZERO, type Decimal, type DecimalInput } from '../../../common/money';
import { nextStatus, type OrderStatus } from './lifecycle';
import type { LinePricing } from './totals';

/** What the record says of one line: nothing here was ever set by hand. */
export interface LineFacts {
  readonly itemId: number;
  /** Ordered quantity, as last amended. */
  readonly quantity: DecimalInput;
  /** What a short close took off the ordered quantity; 0 before one. */
  readonly closedQuantity: DecimalInput;
  /** Total of the line, VAT included, as last amended. */
  readonly totalAmount: DecimalInput;
  /** Received less rejected less returned. */
  readonly accepted: DecimalInput;
  /** On approved invoices, less line credits. */
  readonly billed: DecimalInput;
}

/** How far a line has come. */
export interface LineProgress {
  readonly itemId: number;
  /** What is still meant to come and be paid for: ordered less what a close took off. */
  readonly ordered: Decimal;
  readonly received: Decimal;
  readonly invoiced: Decimal;
  /** Still to be billed, never below zero. */
  readonly open: Decimal;
}

/** Facts about an order that decide whether it is done. */
export interface OrderFacts {
  readonly status: OrderStatus;
  /** A person closed it short: then it is done when nothing is left to bill, received or not. */
  readonly closedByHand: boolean;
  /** Whether three-way matching applies: then billed in full is not enough, it must be received in full too. */
  readonly threeWay: boolean;
  readonly lines: readonly LineFacts[];
}

/**
 * A stored line with what receipts and invoices say of it.
 * @param accepted received less rejected less returned, by line; a line that is not in it has none
 * @param billed on approved invoices less line credits, by line; a line that is not in it has none
 */
export function lineFacts<
  Line extends Pick<LineFacts, 'quantity' | 'closedQuantity' | 'totalAmount'> & { readonly id: number },
>(line: Line, accepted: ReadonlyMap<number, Decimal>, billed: ReadonlyMap<number, Decimal>): Line & LineFacts {
  return { ...line, itemId: line.id, accepted: accepted.get(line.id) ?? 0, billed: billed.get(line.id) ?? 0 };
}

/** Received, invoiced and open quantity of a line, from the facts alone. */
export function lineProgress(facts: Omit<LineFacts, 'totalAmount'>): LineProgress {
  const ordered = decimal(facts.quantity).minus(facts.closedQuantity);
  const invoiced = decimal(facts.billed);
  return {
    itemId: facts.itemId,
    ordered,
    received: decimal(facts.accepted),
    invoiced,
    open: max(ordered.minus(invoiced), ZERO),
  };
}

/**
 * Whether every line is invoiced in full and, where three-way matching applies, received in full. A line whose total is 0 needs
 * no invoice once it is received. After a close no line needs a receipt, and a line whose total is 0 needs nothing.
 */
export function isFulfilled({ closedByHand, threeWay, lines }: Omit<OrderFacts, 'status'>): boolean {
  return lines.every((line) => {
    const { open, received, ordered } = lineProgress(line);
    const isReceived = closedByHand || received.gte(ordered);
    const isBilled = open.eq(0) || (decimal(line.totalAmount).eq(0) && isReceived);
    return isBilled && (!threeWay || isReceived);
  });
}

/** Whether nothing is left to come: every line is received in full. */
export function isReceived(lines: readonly LineFacts[]): boolean {
  return lines.map(lineProgress).every((line) => line.received.gte(line.ordered));
}

/**
 * The status the facts call for: an approved order whose every line is done completes; a completed one of which a
 * line is open again (a return, a line credit, a voided invoice) is approved again. Every other order stays what it is.
 */
export function settledStatus({ status, ...facts }: OrderFacts): OrderStatus {
  const fulfilled = isFulfilled(facts);
  if (status === 'approved' && fulfilled) return nextStatus(status, 'complete');
  if (status === 'completed' && !fulfilled) return nextStatus(status, 'reopen');
  return status;
}

/**
 * A line after its order is closed short: the quantity that is neither accepted nor billed is taken off it. What was accepted
 * can still be billed. Closing again takes off what was returned or waived since, and never gives anything back.
 * @param close.waived quantity that the vendor credited though the buyer kept it: nobody bills it again
 * @param close.isLate whether the expected day has passed: then the quantity that this close takes off was not delivered in time
 */
export function closedShort<Line extends LineFacts & { readonly closedLateQuantity: DecimalInput }>(
  line: Line,
  { waived = ZERO, isLate }: { readonly waived?: Decimal | undefined; readonly isLate: boolean },
): Line & ClosedQuantities {
  const kept = max(decimal(line.accepted).minus(waived), decimal(line.billed));
  const closedQuantity = max(decimal(line.quantity).minus(kept), decimal(line.closedQuantity));
  const late = isLate ? closedQuantity.minus(line.closedQuantity) : ZERO;
  return { ...line, closedQuantity, closedLateQuantity: decimal(line.closedLateQuantity).plus(late) };
}

/** What closes took off a line, and the part of it that they took off after the expected day. */
export interface ClosedQuantities {
  readonly closedQuantity: Decimal;
  readonly closedLateQuantity: Decimal;
}

/** A line as its commitment sees it: what is ordered and what approved invoices have billed of it. */
export interface CommittedLine extends LinePricing {
  /** What a short close took off the quantity. */
  readonly closedQuantity: DecimalInput;
  /** Quantity on approved invoices, less line credits. */
  readonly billed: DecimalInput;
}

/**
 * What a line still binds of a budget, VAT included: the quantity not billed yet at the line's present price, rounded
 * as a line. Billing more than was ordered binds nothing, never less than nothing; nor does what came beyond the order.
 */
export function lineCommitment(line: CommittedLine, currency: string): Decimal {
  const open = max(decimal(line.quantity).minus(line.closedQuantity).minus(line.billed), ZERO);
  return lineAmounts({ quantity: open, unitPrice: line.unitPrice, vatRate: line.vatRate }, currency).total;
}

/** What an order binds of its budget: the sum over its lines while it is approved, nothing in any other status. */
export function orderCommitment(status: OrderStatus, lines: readonly CommittedLine[], currency: string): Decimal {
  return status === 'approved' ? sum(lines.map((line) => lineCommitment(line, currency))) : ZERO;
}
