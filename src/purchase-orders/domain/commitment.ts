import { decimal, lineAmounts, max, sum, ZERO, type Decimal, type DecimalInput } from '../../common/money';
import type { OrderStatus } from './lifecycle';
import type { LinePricing } from './totals';

/** A line as its commitment sees it: what is ordered and what approved invoices have billed of it. */
export interface CommittedLine extends LinePricing {
  /** Quantity on approved invoices, less line credits. */
  readonly billed: DecimalInput;
}

/**
 * What a line still binds of a budget, VAT included: the quantity not billed yet at the line's present price, rounded
 * as a line. Billing more than was ordered binds nothing, never less than nothing.
 */
export function lineCommitment(line: CommittedLine, currency: string): Decimal {
  const open = max(decimal(line.quantity).minus(line.billed), ZERO);
  return lineAmounts({ quantity: open, unitPrice: line.unitPrice, vatRate: line.vatRate }, currency).total;
}

/** What an order binds of its budget: the sum over its lines while it is approved, nothing in any other status. */
export function orderCommitment(status: OrderStatus, lines: readonly CommittedLine[], currency: string): Decimal {
  return status === 'approved' ? sum(lines.map((line) => lineCommitment(line, currency))) : ZERO;
}
