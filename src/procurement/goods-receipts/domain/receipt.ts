import type { LifecycleTable } from '../../../common/records/lifecycle';
import { type Decimal, min, ZERO } from '../../../common/money';
import { DomainError, type FieldMessages, invalid, invalidStatus } from '../../../common/errors';
import type { MatchingPolicy } from '../../../common/settings';

/** A receipt is posted or cancelled, never edited. */
export const RECEIPT_STATUSES = ['posted', 'cancelled'] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** What can be done with one: goods sent back leave it posted. */
export const RECEIPT_LIFECYCLE: LifecycleTable<ReceiptStatus, 'cancel' | 'return'> = {
  cancel: { posted: 'cancelled' },
  return: { posted: 'posted' },
};

/** A line of a receipt with what became of the goods. */
export interface ReceivedLine {
  readonly orderLineId: number;
  readonly received: Decimal;
  readonly rejected: Decimal;
  readonly returned: Decimal;
  readonly receiptStatus: ReceiptStatus;
}

/** What a line leaves with us: received less rejected less returned; of a cancelled receipt nothing. */
export function netReceived({ received, rejected, returned, receiptStatus }: ReceivedLine): Decimal {
  return receiptStatus === 'cancelled' ? ZERO : received.minus(rejected).minus(returned);
}

/** Goods to be sent back. */
export interface ReturnedLine {
  readonly orderLineId: number;
  readonly quantity: Decimal;
}

/**
 * Refuses to send back what is not there: a line that is not the receipt's, one named twice, or more than was accepted
 * and not yet returned.
 * @throws DomainError VALIDATION_ERROR on each faulty field
 */
export function checkReturn(lines: readonly ReturnedLine[], receiptLines: readonly ReceivedLine[]): void {
  const byOrderLine = new Map(receiptLines.map((line) => [line.orderLineId, line]));
  const seen = new Set<number>();
  const fields: Record<string, FieldMessages[string]> = {};
  lines.forEach(({ orderLineId, quantity }, position) => {
    const line = byOrderLine.get(orderLineId);
    const path = `lines.${position}`;
    if (!line) fields[`${path}.item_id`] = [{ key: 'validation.exists' }];
    else if (seen.has(orderLineId)) fields[`${path}.item_id`] = [{ key: 'validation.array_unique' }];
    else if (quantity.gt(netReceived(line))) {
      fields[`${path}.quantity`] = [{ key: 'validation.max', params: { max: netReceived(line).toFixed() } }];
    }
    seen.add(orderLineId);
  });
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

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
  if (relied.length > 0) throw reliedOn(relied, 'receipt.invoiced');
}

/**
 * Documents are removed while a receipt is posted and no approved invoice relies on it: approvers read them. An invoice relies
 * on each receipt of a line that it bills, since nobody knows which of them its approver read.
 * @param billedLineIds order lines that approved invoices bill on the strength of receipts
 * @throws DomainError INVALID_STATUS; RECEIPT_INVOICED, with the order lines in `details.item_ids`
 */
export function requirePapersRemovable(
  { status, lines }: { readonly status: ReceiptStatus; readonly lines: readonly ReceivedLine[] },
  billedLineIds: readonly number[],
): void {
  if (status !== 'posted') throw invalidStatus(status, 'remove_document', ['posted']);
  const relied = lines.filter((line) => netReceived(line).gt(0) && billedLineIds.includes(line.orderLineId));
  if (relied.length > 0) throw reliedOn(relied, 'receipt.papers_invoiced');
}

function reliedOn(lines: readonly ReceivedLine[], key: 'receipt.invoiced' | 'receipt.papers_invoiced'): DomainError {
  const details = { item_ids: lines.map(({ orderLineId }) => orderLineId) };
  return new DomainError('RECEIPT_INVOICED', { key }, { details });
}

/** What `auto` looks at. */
export interface ReceivingFacts {
  /** Whether a posted, uncancelled receipt stands against the order. */
  readonly receiptStands: boolean;
  /** When the tenant posted its first receipt of all, cancelled ones too; null when never. */
  readonly firstReceiptAt: Date | null;
  /** When the order was approved; null when it is not. */
  readonly approvedAt: Date | null;
}

/**
 * Whether an order's invoices are matched against receipts too. `auto` asks whether receiving is how this tenant
 * works: a receipt stands against the order, or the tenant had posted one before the order was approved.
 */
export function isThreeWay(policy: MatchingPolicy, facts: ReceivingFacts): boolean {
  if (policy !== 'auto') return policy === 'three_way';
  if (facts.receiptStands) return true;
  const { firstReceiptAt, approvedAt } = facts;
  return firstReceiptAt !== null && approvedAt !== null && firstReceiptAt < approvedAt;
}
