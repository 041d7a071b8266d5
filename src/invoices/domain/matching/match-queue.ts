import { type Decimal, ZERO } from '../../../common/money';
import type { BilledBefore, InvoiceFacts, OrderFacts } from './facts';
import { matchInvoice, type MatchResult } from './match';
import type { Tolerances } from './tolerance';

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
