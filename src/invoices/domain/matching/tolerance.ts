import { type Decimal, lineAmounts, max, minorUnit, ZERO } from '../../../common/money';

/** One pair of allowances. Null is "not set"; neither set allows nothing. */
export interface Allowance {
  /** Percent of the base. */
  readonly pct: Decimal | null;
  /** In the unit of the base: money a unit for prices, the order's unit for quantities. */
  readonly abs: Decimal | null;
}

/** A tenant's tolerances. Price and quantity are apart: one figure for both steps serves neither. */
export interface Tolerances {
  readonly price: Allowance;
  /** Applies to ordered and to received quantities alike. */
  readonly quantity: Allowance;
  /** Whether a difference in our favour past the price tolerance is worth a second look. */
  readonly checkUnder: boolean;
}

/** How much above the base is allowed: the larger of the two allowances that are set. */
export function allowanceOn(base: Decimal, { pct, abs }: Allowance): Decimal {
  const relative = pct ? base.times(pct).div(100) : ZERO;
  return max(relative, abs ?? ZERO);
}

/** A price compared with the ordered one. */
export interface PricedQuantity {
  readonly quantity: Decimal;
  readonly unitPrice: Decimal;
  readonly orderPrice: Decimal;
}

/** Whether the price is above the ordered one by more than is allowed (bounds inclusive). */
export function isPriceOver(line: PricedQuantity, allowance: Allowance, currency: string): boolean {
  const limit = line.orderPrice.plus(allowanceOn(line.orderPrice, allowance));
  return line.unitPrice.gt(limit) && !isWithinMinorUnit(line, currency);
}

/** Whether the price is below the ordered one by more than is allowed (bounds inclusive). */
export function isPriceUnder(line: PricedQuantity, allowance: Allowance, currency: string): boolean {
  const limit = line.orderPrice.minus(allowanceOn(line.orderPrice, allowance));
  return line.unitPrice.lt(limit) && !isWithinMinorUnit(line, currency);
}

/**
 * Whether the line's net at either price is the same to one minor unit. That much always passes: it is what two honest
 * ways of rounding differ by.
 */
function isWithinMinorUnit({ quantity, unitPrice, orderPrice }: PricedQuantity, currency: string): boolean {
  const billed = lineAmounts({ quantity, unitPrice, vatRate: ZERO }, currency).net;
  const ordered = lineAmounts({ quantity, unitPrice: orderPrice, vatRate: ZERO }, currency).net;
  return billed.minus(ordered).abs().lte(minorUnit(currency));
}
