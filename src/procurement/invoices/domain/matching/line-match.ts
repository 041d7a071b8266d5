import { type Decimal, lineAmounts, max, minorUnit, ZERO } from '../../../../common/money';
import type { InvoiceLineFacts } from '../entry/lines';
import type { BilledBefore, OrderFacts, OrderLineFacts } from './facts';
import type { Pairs } from './pairing';

/** Results of an invoice line against its order line. The first that applies is the result. */
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

export interface BilledOrderLine {
  readonly line: OrderLineFacts;
  /** Qb: billed by other invoices before this one. */
  readonly before: Decimal;
  /** Qi: billed by this invoice, over all of its lines for this order line. */
  readonly quantity: Decimal;
}

export interface LineMatch {
  readonly line: InvoiceLineFacts;
  readonly billed: BilledOrderLine | null;
  readonly result: LineResult;
  /** All faults of the line; the first one is `result`. */
  readonly faults: readonly LineFault[];
}

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

/** Matches one line. Quantities are compared for the whole order line, price and VAT for the invoice line. */
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
 * `not_received` if no accepted quantity is left to bill, `qty_over_received` if less is left than billed. The
 * allowance is based on the whole accepted quantity. Based on the rest, ten invoices would get ten times the tolerance.
 */
function receivingFault({ line, before, quantity }: BilledOrderLine, { quantity: allowance }: Tolerances): LineFault[] {
  const left = line.accepted.minus(before);
  if (left.lte(0)) return ['not_received'];
  return quantity.gt(left.plus(allowanceOn(line.accepted, allowance))) ? ['qty_over_received'] : [];
}

/** Allowances in percent and absolute. Null means "not set"; if both are null, no deviation is allowed. */
export interface Allowance {
  readonly pct: Decimal | null;
  /** In the unit of the base: money per unit for prices, the order line's unit for quantities. */
  readonly abs: Decimal | null;
}

export interface Tolerances {
  readonly price: Allowance;
  readonly quantity: Allowance;
  /** Whether a price below the tolerance is reported too. */
  readonly checkUnder: boolean;
}

/** The allowed excess above the base: the larger of the allowances that are set. */
export function allowanceOn(base: Decimal, { pct, abs }: Allowance): Decimal {
  const relative = pct ? base.times(pct).div(100) : ZERO;
  return max(relative, abs ?? ZERO);
}

export interface PricedQuantity {
  readonly quantity: Decimal;
  readonly unitPrice: Decimal;
  readonly orderPrice: Decimal;
}

/** Whether the price exceeds the ordered price by more than the allowance. */
export function isPriceOver(line: PricedQuantity, allowance: Allowance, currency: string): boolean {
  const limit = line.orderPrice.plus(allowanceOn(line.orderPrice, allowance));
  return line.unitPrice.gt(limit) && !isWithinMinorUnit(line, currency);
}

/** Whether the price is below the ordered price by more than the allowance. */
export function isPriceUnder(line: PricedQuantity, allowance: Allowance, currency: string): boolean {
  const limit = line.orderPrice.minus(allowanceOn(line.orderPrice, allowance));
  return line.unitPrice.lt(limit) && !isWithinMinorUnit(line, currency);
}

/** Whether the net amounts at both prices differ by at most one minor unit, which rounding can cause. */
function isWithinMinorUnit({ quantity, unitPrice, orderPrice }: PricedQuantity, currency: string): boolean {
  const billed = lineAmounts({ quantity, unitPrice, vatRate: ZERO }, currency).net;
  const ordered = lineAmounts({ quantity, unitPrice: orderPrice, vatRate: ZERO }, currency).net;
  return billed.minus(ordered).abs().lte(minorUnit(currency));
}
