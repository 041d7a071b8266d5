import { DomainError } from '../../common/errors';
import { type Decimal, min } from '../../common/money';
import { netReceived, type ReceivedLine } from './net-received';

/** An order line of the receipt to be cancelled. */
export interface ReliedLine {
  readonly orderLineId: number;
  /** Accepted over all receipts, this one included. */
  readonly accepted: Decimal;
  /** What approved invoices bill of it on the strength of receipts (three-way matched), less line credits. */
  readonly billed: Decimal;
}

/**
 * Refuses to cancel a receipt that approved invoices rely on: without it less would be accepted than they bill. What
 * they bill beyond all receipts (a tolerance, an override) never relied on this one.
 * @throws DomainError RECEIPT_INVOICED, with the order lines in `details.item_ids`
 */
export function checkCancellation(receiptLines: readonly ReceivedLine[], order: readonly ReliedLine[]): void {
  const byId = new Map(order.map((line) => [line.orderLineId, line]));
  const relied = receiptLines.filter((line) => {
    const facts = byId.get(line.orderLineId);
    return facts && facts.accepted.minus(netReceived(line)).lt(min(facts.billed, facts.accepted));
  });
  if (relied.length === 0) return;
  throw new DomainError(
    'RECEIPT_INVOICED',
    { key: 'receipt.invoiced' },
    { details: { item_ids: relied.map(({ orderLineId }) => orderLineId) } },
  );
}
