import type { MatchStatus } from '../../../../common/settings';
import { type Decimal, decimal, max, min, round, sum, ZERO } from '../../../../common/money';
import { totalsDifference } from '../entry/totals';
import type { InvoiceLineFacts } from '../entry/lines';
import type { BilledBefore, InvoiceFacts, OrderFacts } from './facts';
import {
  type BilledOrderLine,
  billedOrderLines,
  type LineMatch,
  type LineResult,
  matchLine,
  type Tolerances,
} from './line-match';
import { pairLines } from './pairing';
import { lineReasons, type MatchReason, orderReasons, totalsReason } from './reasons';

export interface MatchResult {
  readonly status: MatchStatus;
  /** Null without an order. */
  readonly threeWay: boolean | null;
  readonly variances: Variances;
  readonly lines: readonly LineMatch[];
  readonly reasons: readonly MatchReason[];
}

/**
 * Matches an invoice with its order and receipts. Pure function: the result depends only on the arguments.
 * @param order null for an invoice without an order
 * @param before per order line, the quantity that other invoices billed before this one
 */
export function matchInvoice(
  invoice: InvoiceFacts,
  order: OrderFacts | null,
  before: BilledBefore,
  tolerances: Tolerances,
): MatchResult {
  const difference = totalsDifference(invoice.totals, invoice.lines, invoice.currency);
  const totals = difference ? [totalsReason(difference, invoice.currency)] : [];
  if (!order) return withoutOrder(invoice, totals);

  const { currency } = invoice;
  const pairs = pairLines(invoice.lines, order.lines, before);
  const billed = billedOrderLines(invoice.lines, order, pairs, before);
  const ordered = [...invoice.lines].sort((a, b) => a.lineNumber - b.lineNumber);
  const lines = ordered.map((line) => {
    const orderLineId = pairs.get(line.id);
    const orderLine = orderLineId === undefined ? null : (billed.get(orderLineId) ?? null);
    return matchLine(line, orderLine, { threeWay: order.threeWay, tolerances, currency });
  });
  const whole = [...orderReasons(invoice, order), ...totals];
  const reasons = [...whole, ...lineReasons(lines, { tolerances, currency })];
  const status = whole.length > 0 ? 'mismatch' : headerStatus(lines.map(({ result }) => result));
  return { status, threeWay: order.threeWay, variances: variances(invoice.lines, billed.values()), lines, reasons };
}

function withoutOrder(invoice: InvoiceFacts, totals: readonly MatchReason[]): MatchResult {
  return {
    status: totals.length > 0 ? 'mismatch' : 'partial_match',
    threeWay: null,
    variances: { po: null, gr: null },
    lines: [],
    reasons: [{ code: 'NO_PO' }, ...totals],
  };
}

const MISMATCHES: readonly LineResult[] = ['unmatched', 'price_over', 'vat_over', 'qty_over_ordered'];

export function headerStatus(results: readonly LineResult[]): MatchStatus {
  if (results.some((result) => MISMATCHES.includes(result))) return 'mismatch';
  if (results.length > 0 && results.every((result) => result === 'not_received')) return 'pending_grn';
  return results.every((result) => result === 'ok') ? 'full_match' : 'partial_match';
}

/** Deviation of the invoice from the order and from the receipts, in percent with two decimals. */
export interface Variances {
  /** Null without an order, or if the base and the billed amount are both 0. */
  readonly po: Decimal | null;
  /** Null if nothing was received of the billed order lines, or if the base and the billed amount are both 0. */
  readonly gr: Decimal | null;
}

/**
 * `po` compares the net amount of the lines with the open order quantity at order prices. `gr` compares the billed
 * quantity with the accepted, unbilled quantity, both at order prices. Only the result is rounded, so an equal line
 * always gives 0.00.
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

/** `(actual - base) / base x 100`. For a base of 0: 100.00 if `actual` is not 0, else null. */
export function variancePct(actual: Decimal, base: Decimal): Decimal | null {
  if (base.eq(0)) return actual.eq(0) ? null : decimal(100);
  return round(actual.minus(base).times(100).div(base), 2);
}

function billable(quantity: Decimal, limit: Decimal, before: Decimal): Decimal {
  return min(quantity, max(limit.minus(before), ZERO));
}

function atOrderPrice(orderLines: readonly BilledOrderLine[], quantity: (line: BilledOrderLine) => Decimal): Decimal {
  return sum(orderLines.map((entry) => quantity(entry).times(entry.line.unitPrice)));
}

export interface QueuedInvoice extends InvoiceFacts {
  readonly id: number;
  /** Null for a draft, which comes after all submitted invoices. */
  readonly submittedAt: Date | null;
}

/**
 * Matches the open invoices of one order as a queue: approved invoices and earlier submissions count as billed before
 * each one. If two invoices together exceed the order, the later one fails.
 * @param billedForGood per order line, the quantity that approved and paid invoices bill, less line credits
 * @returns the result per invoice id
 */
export function matchQueue(
  invoices: readonly QueuedInvoice[],
  order: OrderFacts,
  billedForGood: BilledBefore,
  tolerances: Tolerances,
): ReadonlyMap<number, MatchResult> {
  const billed = new Map<number, Decimal>(billedForGood);
  const results = new Map<number, MatchResult>();
  for (const invoice of [...invoices].sort(bySubmission)) {
    const result = matchInvoice(invoice, order, billed, tolerances);
    results.set(invoice.id, result);
    for (const { orderLineId, quantity } of billedQuantities(result)) {
      billed.set(orderLineId, (billed.get(orderLineId) ?? ZERO).plus(quantity));
    }
  }
  return results;
}

export function billedQuantities(result: MatchResult): { orderLineId: number; quantity: Decimal }[] {
  return result.lines.flatMap(({ line, billed }) =>
    billed ? [{ orderLineId: billed.line.id, quantity: line.quantity }] : [],
  );
}

function bySubmission(a: QueuedInvoice, b: QueuedInvoice): number {
  const time = (a.submittedAt?.getTime() ?? Infinity) - (b.submittedAt?.getTime() ?? Infinity);
  return Number.isNaN(time) || time === 0 ? a.id - b.id : time;
}
