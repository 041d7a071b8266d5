import { type Decimal, max } from '../../../../common/money';

/** An order line as far as quantities go. */
export interface OrderedLine {
  readonly quantity: Decimal;
  /** What a short close took off the quantity. */
  readonly closedQuantity: Decimal;
  /** Received less rejected less returned. */
  readonly accepted: Decimal;
}

/**
 * Qo: what is ordered of a line, or what a close left of it. What was accepted beyond it (the setting `over_receipt_pct`
 * allowed that) counts as ordered too: the vendor bills what the buyer took. Only in matching: the order commits no more.
 */
export function orderedQuantity({ quantity, closedQuantity, accepted }: OrderedLine): Decimal {
  return max(quantity.minus(closedQuantity), accepted);
}
