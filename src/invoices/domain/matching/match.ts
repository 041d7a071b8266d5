import type { BilledBefore, InvoiceFacts, OrderFacts } from './facts';
import { headerStatus } from './header-status';
import { billedOrderLines, type LineMatch, matchLine } from './line-match';
import { pairLines } from './pairing';
import type { MatchStatus } from '../approval/policy';
import { lineReasons, type MatchReason, noOrderReason, orderReasons, totalsReason } from './reasons';
import type { Tolerances } from './tolerance';
import { totalsDifference } from '../entry/totals';
import { NO_VARIANCES, type Variances, variances } from './variances';

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
    variances: NO_VARIANCES,
    lines: [],
    reasons: [noOrderReason(), ...totals],
  };
}

function inOrder({ lines }: InvoiceFacts): InvoiceFacts['lines'] {
  return [...lines].sort((a, b) => a.lineNumber - b.lineNumber);
}
