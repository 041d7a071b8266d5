import { type Decimal, sum, ZERO } from '../../../common/money';
import type { BilledBefore, InvoiceLineFacts, OrderFacts, OrderLineFacts } from './facts';
import type { Pairs } from './pairing';
import { allowanceOn, isPriceOver, isPriceUnder, type Tolerances } from './tolerance';

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
  readonly invoiceLines: readonly InvoiceLineFacts[];
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
  const byOrderLine = new Map<number, InvoiceLineFacts[]>();
  for (const line of lines) {
    const orderLineId = pairs.get(line.id);
    if (orderLineId === undefined) continue;
    const group = byOrderLine.get(orderLineId);
    if (group) group.push(line);
    else byOrderLine.set(orderLineId, [line]);
  }
  const billed = new Map<number, BilledOrderLine>();
  for (const line of order.lines) {
    const invoiceLines = byOrderLine.get(line.id);
    if (!invoiceLines) continue;
    const quantity = sum(invoiceLines.map((entry) => entry.quantity));
    billed.set(line.id, { line, before: before.get(line.id) ?? ZERO, quantity, invoiceLines });
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
