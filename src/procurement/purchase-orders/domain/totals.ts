import { invalidField } from '../../../common/errors';
import {
  lineAmounts,
  sum,
  TOTAL_LIMIT,
  type Decimal,
  type DecimalInput,
  type LineAmounts,
} from '../../../common/money';
import type { OrderLine } from './lines';

export interface LinePricing {
  readonly quantity: DecimalInput;
  readonly unitPrice: DecimalInput;
  /** Percent, 0 to 100. */
  readonly vatRate: DecimalInput;
}

/** `total` is always exactly `subtotal + vat`. */
export interface OrderTotals {
  readonly subtotal: Decimal;
  readonly vat: Decimal;
  readonly total: Decimal;
}

export interface PricedLine {
  readonly line: OrderLine;
  readonly amounts: LineAmounts;
}

/** Sums the rounded amounts of the lines. */
export function orderTotals(lines: readonly LineAmounts[]): OrderTotals {
  const subtotal = sum(lines.map((line) => line.net));
  const vat = sum(lines.map((line) => line.vat));
  return { subtotal, vat, total: subtotal.plus(vat) };
}

/** The totals under the field names of an order. */
export function totalsOf({ subtotal, vat, total }: OrderTotals) {
  return { subtotal, vatAmount: vat, totalAmount: total };
}

/** @throws DomainError VALIDATION_ERROR on `items` if the total reaches {@link TOTAL_LIMIT} */
export function priceOrder(
  lines: readonly LinePricing[],
  currency: string,
): { readonly lines: readonly LineAmounts[]; readonly totals: OrderTotals } {
  const priced = lines.map((line) => lineAmounts(line, currency));
  const totals = orderTotals(priced);
  if (totals.total.gte(TOTAL_LIMIT)) throw invalidField('items', 'validation.total_too_large');
  return { lines: priced, totals };
}

/** @throws DomainError VALIDATION_ERROR on `items` if the total reaches {@link TOTAL_LIMIT} */
export function pricedLines(
  lines: readonly OrderLine[],
  currency: string,
): { readonly lines: readonly PricedLine[]; readonly totals: OrderTotals } {
  const { lines: amounts, totals } = priceOrder(lines, currency);
  return { lines: amounts.map((each, index) => ({ line: lines[index] as OrderLine, amounts: each })), totals };
}

/** @throws DomainError VALIDATION_ERROR on `items` for a total of 0, which leaves nothing to approve */
export function requirePositiveTotal(total: Decimal): void {
  if (total.lte(0)) throw invalidField('items', 'purchase_order.total_zero');
}
