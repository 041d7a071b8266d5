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

/** Everything a match found out. */
export interface MatchResult {
  readonly status: MatchStatus;
  /** Null without an order. */
  readonly threeWay: boolean | null;
  readonly variances: Variances;
  /** In the order of the invoice's lines; empty without an order: there is nothing to hold them against. */
  readonly lines: readonly LineMatch[];
  /** Why it is not a full match; empty when it is. */
  readonly reasons: readonly MatchReason[];
}

/**
 * Matches an invoice with the order it bills and with what was received of it. A pure function of facts: the same facts
 * give the same answer, whenever it is asked.
 * @param order null for an invoice without an order
 * @param before what other invoices bill before this one, for each order line
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
  const lines = inOrder(invoice).map((line) => {
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

function inOrder({ lines }: InvoiceFacts): InvoiceFacts['lines'] {
  return [...lines].sort((a, b) => a.lineNumber - b.lineNumber);
}

const MISMATCHES: readonly LineResult[] = ['unmatched', 'price_over', 'vat_over', 'qty_over_ordered'];

/** The header's status from the results of its lines: the first that holds. */
export function headerStatus(results: readonly LineResult[]): MatchStatus {
  if (results.some((result) => MISMATCHES.includes(result))) return 'mismatch';
  if (results.length > 0 && results.every((result) => result === 'not_received')) return 'pending_grn';
  return results.every((result) => result === 'ok') ? 'full_match' : 'partial_match';
}

/** How far the invoice lies from the order and from the receipts, in percent, two decimals. */
export interface Variances {
  /** Null where nothing of the order is open and nothing is billed, or there is no order. */
  readonly po: Decimal | null;
  /** Null where nothing is received of what is billed. */
  readonly gr: Decimal | null;
}

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

/** An invoice of the order that waits, with its place in the queue. */
export interface QueuedInvoice extends InvoiceFacts {
  readonly id: number;
  /** When it was submitted; null for a draft, which counts as submitted now: after all others. */
  readonly submittedAt: Date | null;
}

/**
 * Matches the waiting invoices of one order as a queue: each sees as billed before it what is approved and what was
 * submitted earlier. So of two that together exceed the order the later one fails, and the answer does not depend on
 * which is looked at first.
 * @param billedForGood what approved and paid invoices bill of each order line, less line credits
 * @returns the result for each invoice id
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

/** What a matched invoice bills of each order line, one entry an invoice line. */
export function billedQuantities(result: MatchResult): { orderLineId: number; quantity: Decimal }[] {
  return result.lines.flatMap(({ line, billed }) =>
    billed ? [{ orderLineId: billed.line.id, quantity: line.quantity }] : [],
  );
}

function bySubmission(a: QueuedInvoice, b: QueuedInvoice): number {
  const time = (a.submittedAt?.getTime() ?? Infinity) - (b.submittedAt?.getTime() ?? Infinity);
  return Number.isNaN(time) || time === 0 ? a.id - b.id : time;
}
