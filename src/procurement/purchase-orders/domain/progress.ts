import { decimal, lineAmounts, max, sum, ZERO, type Decimal, type DecimalInput } from '../../../common/money';
import { nextStatus, type OrderStatus } from './lifecycle';
import type { LinePricing } from './totals';

/** Quantities and total of one line. Derived values are never entered by a user. */
export interface LineFacts {
  readonly itemId: number;
  /** Ordered quantity after amendments. */
  readonly quantity: DecimalInput;
  /** Quantity that a short close took off; 0 without one. */
  readonly closedQuantity: DecimalInput;
  /** Total including VAT, after amendments. */
  readonly totalAmount: DecimalInput;
  /** Received minus rejected minus returned. */
  readonly accepted: DecimalInput;
  /** On approved and paid invoices, minus line credits. */
  readonly billed: DecimalInput;
}

export interface LineProgress {
  readonly itemId: number;
  /** Ordered quantity minus the closed quantity. */
  readonly ordered: Decimal;
  readonly received: Decimal;
  readonly invoiced: Decimal;
  /** Quantity left to bill, at least 0. */
  readonly open: Decimal;
}

/** Determines whether an order is done. */
export interface OrderFacts {
  readonly status: OrderStatus;
  /** A user closed the order short. It is then done once nothing is left to bill, even without receipts. */
  readonly closedByHand: boolean;
  /** Three-way match: the order must also be received in full. */
  readonly threeWay: boolean;
  readonly lines: readonly LineFacts[];
}

/** A stored line with its accepted and billed quantities. A line that is missing in a map has none. */
export function lineFacts<
  Line extends Pick<LineFacts, 'quantity' | 'closedQuantity' | 'totalAmount'> & { readonly id: number },
>(line: Line, accepted: ReadonlyMap<number, Decimal>, billed: ReadonlyMap<number, Decimal>): Line & LineFacts {
  return { ...line, itemId: line.id, accepted: accepted.get(line.id) ?? 0, billed: billed.get(line.id) ?? 0 };
}

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
 * Whether every line is billed in full and, for a three-way match, received in full. A line with total 0 needs no
 * invoice once it is received. After a close no line needs a receipt, and a line with total 0 needs nothing.
 */
export function isFulfilled({ closedByHand, threeWay, lines }: Omit<OrderFacts, 'status'>): boolean {
  return lines.every((line) => {
    const { open, received, ordered } = lineProgress(line);
    const isReceived = closedByHand || received.gte(ordered);
    const isBilled = open.eq(0) || (decimal(line.totalAmount).eq(0) && isReceived);
    return isBilled && (!threeWay || isReceived);
  });
}

/** Whether every line is received in full. */
export function isReceived(lines: readonly LineFacts[]): boolean {
  return lines.map(lineProgress).every((line) => line.received.gte(line.ordered));
}

/**
 * An approved order completes when every line is done. A completed order becomes approved again when a line reopens
 * because of a return, a line credit or a voided invoice. Any other status stays.
 */
export function settledStatus({ status, ...facts }: OrderFacts): OrderStatus {
  const fulfilled = isFulfilled(facts);
  if (status === 'approved' && fulfilled) return nextStatus(status, 'complete');
  if (status === 'completed' && !fulfilled) return nextStatus(status, 'reopen');
  return status;
}

/**
 * Closes a line short: takes off the quantity that is neither accepted nor billed. Accepted goods can still be billed.
 * Another close takes off later returns and waived quantities, and never reduces the closed quantity.
 * @param close.waived quantity that the vendor credited but the buyer did not return; it is not billed again
 * @param close.isLate the expected day has passed: the quantity that this close takes off was not delivered in time
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

/** The closed quantity of a line, and its part that was closed after the expected day. */
export interface ClosedQuantities {
  readonly closedQuantity: Decimal;
  readonly closedLateQuantity: Decimal;
}

/** The fields of a line that determine its commitment. */
export interface CommittedLine extends LinePricing {
  readonly closedQuantity: DecimalInput;
  /** On approved and paid invoices, minus line credits. */
  readonly billed: DecimalInput;
}

/** Commitment including VAT: the unbilled quantity at the current price, rounded like a line; at least 0. */
export function lineCommitment(line: CommittedLine, currency: string): Decimal {
  const open = max(decimal(line.quantity).minus(line.closedQuantity).minus(line.billed), ZERO);
  return lineAmounts({ quantity: open, unitPrice: line.unitPrice, vatRate: line.vatRate }, currency).total;
}

/** The sum over the lines of an approved order; 0 in every other status. */
export function orderCommitment(status: OrderStatus, lines: readonly CommittedLine[], currency: string): Decimal {
  return status === 'approved' ? sum(lines.map((line) => lineCommitment(line, currency))) : ZERO;
}
