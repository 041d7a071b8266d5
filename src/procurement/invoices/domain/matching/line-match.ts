import { type Decimal, lineAmounts, max, minorUnit, ZERO } from '../../../../common/money';
import type { InvoiceLineFacts } from '../entry/lines';
import type { BilledBefore, OrderFacts, OrderLineFacts } from './facts';
import type { Pairs } from './pairing';

/** What a line of the invoice comes to against its order line, the first that holds. */
export const LINE_RESULTS = [
  'unmatched',
  'price_over',
  'vat_over',
  'qty_over_ordered',
  'not_received',
  'qty_over_received',
  'price_under',
  'ok',
] as const;
export type LineResult = (typeof LINE_RESULTS)[number];
export type LineFault = Exclude<LineResult, 'ok'>;

/** An order line with everything this invoice bills of it. */
export interface BilledOrderLine {
  readonly line: OrderLineFacts;
  /** Qb: billed before. */
  readonly before: Decimal;
  /** Qi: billed by this invoice, over all its lines that bill this order line. */
  readonly quantity: Decimal;
}

/** One line of the invoice after the match. */
export interface LineMatch {
  readonly line: InvoiceLineFacts;
  readonly billed: BilledOrderLine | null;
  readonly result: LineResult;
  /** Everything that is wrong with it, `result` first. */
  readonly faults: readonly LineFault[];
}

/** Gathers what the invoice bills of each order line. */
export function billedOrderLines(
  lines: readonly InvoiceLineFacts[],
  order: OrderFacts,
  pairs: Pairs,
  before: BilledBefore,
): ReadonlyMap<number, BilledOrderLine> {
  const quantities = new Map<number, Decimal>();
  for (const line of lines) {
    const id = pairs.get(line.id);
    if (id !== undefined) quantities.set(id, (quantities.get(id) ?? ZERO).plus(line.quantity));
  }
  const billed = new Map<number, BilledOrderLine>();
  for (const line of order.lines) {
    const quantity = quantities.get(line.id);
    if (quantity) billed.set(line.id, { line, before: before.get(line.id) ?? ZERO, quantity });
  }
  return billed;
}

/** Judges one line of the invoice. Quantities are judged for the order line as a whole, price and VAT for the line. */
export function matchLine(
  line: InvoiceLineFacts,
  billed: BilledOrderLine | null,
  context: { readonly threeWay: boolean; readonly tolerances: Tolerances; readonly currency: string },
): LineMatch {
  const faults: readonly LineFault[] = billed ? faultsOf(line, billed, context) : ['unmatched'];
  return { line, billed, faults, result: faults[0] ?? 'ok' };
}

function faultsOf(
  line: InvoiceLineFacts,
  billed: BilledOrderLine,
  { threeWay, tolerances, currency }: Parameters<typeof matchLine>[2],
): LineFault[] {
  const priced = { quantity: line.quantity, unitPrice: line.unitPrice, orderPrice: billed.line.unitPrice };
  const faults: LineFault[] = [];
  if (isPriceOver(priced, tolerances.price, currency)) faults.push('price_over');
  if (line.vatRate.gt(billed.line.vatRate)) faults.push('vat_over');
  if (isOverOrdered(billed, tolerances)) faults.push('qty_over_ordered');
  if (threeWay) faults.push(...receivingFault(billed, tolerances));
  if (tolerances.checkUnder && isPriceUnder(priced, tolerances.price, currency)) faults.push('price_under');
  return faults;
}

function isOverOrdered({ line, before, quantity }: BilledOrderLine, { quantity: allowance }: Tolerances): boolean {
  return before.plus(quantity).gt(line.ordered.plus(allowanceOn(line.ordered, allowance)));
}

/**
 * Nothing accepted is left to bill, or less than is billed. The allowance is taken on all that was accepted, not on
 * what is left of it: else ten invoices would have ten times the tolerance.
 */
function receivingFault({ line, before, quantity }: BilledOrderLine, { quantity: allowance }: Tolerances): LineFault[] {
  const left = line.accepted.minus(before);
  if (left.lte(0)) return ['not_received'];
  return quantity.gt(left.plus(allowanceOn(line.accepted, allowance))) ? ['qty_over_received'] : [];
}

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
