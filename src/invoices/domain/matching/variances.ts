import { type Decimal, decimal, max, min, round, sum, ZERO } from '../../../common/money';
import type { InvoiceLineFacts } from './facts';
import type { BilledOrderLine } from './line-match';

/** How far the invoice lies from the order and from the receipts, in percent, two decimals. */
export interface Variances {
  /** Null where nothing of the order is open and nothing is billed, or there is no order. */
  readonly po: Decimal | null;
  /** Null where nothing is received of what is billed. */
  readonly gr: Decimal | null;
}

export const NO_VARIANCES: Variances = { po: null, gr: null };

/**
 * `po` compares what the lines come to with what was still open of the order at its prices; `gr` compares the billed
 * quantities with what was accepted and not yet billed, both at the order's prices. Nothing is rounded before the last
 * step: a line that agrees is 0.00 whatever its price.
 */
export function variances(lines: readonly InvoiceLineFacts[], billed: Iterable<BilledOrderLine>): Variances {
  const orderLines = [...billed];
  const net = sum(lines.map(({ quantity, unitPrice }) => quantity.times(unitPrice)));
  const open = atOrderPrice(orderLines, ({ quantity, line, before }) => billable(quantity, line.ordered, before));
  const atOrder = atOrderPrice(orderLines, ({ quantity }) => quantity);
  const accepted = atOrderPrice(orderLines, ({ quantity, line, before }) => billable(quantity, line.accepted, before));
  const received = orderLines.some(({ line }) => line.accepted.gt(0));
  return { po: variancePct(net, open), gr: received ? variancePct(atOrder, accepted) : null };
}

/** `(actual - base) / base x 100`. On a base of 0: 100.00 if something is billed, else null. */
export function variancePct(actual: Decimal, base: Decimal): Decimal | null {
  if (base.eq(0)) return actual.eq(0) ? null : decimal(100);
  return round(actual.minus(base).times(100).div(base), 2);
}

/** As much of the quantity as the limit still allows. */
function billable(quantity: Decimal, limit: Decimal, before: Decimal): Decimal {
  return min(quantity, max(limit.minus(before), ZERO));
}

function atOrderPrice(orderLines: readonly BilledOrderLine[], quantity: (line: BilledOrderLine) => Decimal): Decimal {
  return sum(orderLines.map((entry) => quantity(entry).times(entry.line.unitPrice)));
}
