import type { LifecycleTable } from '../../../common/records/lifecycle';
import { type Decimal, min, ZERO } from '../../../common/money';
import { DomainError, type FieldMessages, invalid, invalidStatus } from '../../../common/errors';
import type { MatchingPolicy } from '../../../common/settings';

export const RECEIPT_STATUSES = ['posted', 'cancelled'] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** A return leaves the receipt posted. */
export const RECEIPT_LIFECYCLE: LifecycleTable<ReceiptStatus, 'cancel' | 'return'> = {
  cancel: { posted: 'cancelled' },
  return: { posted: 'posted' },
};

export interface ReceivedLine {
  readonly orderLineId: number;
  readonly received: Decimal;
  readonly rejected: Decimal;
  readonly returned: Decimal;
  readonly receiptStatus: ReceiptStatus;
}

/** Received less rejected and returned; 0 for a cancelled receipt. */
export function netReceived({ received, rejected, returned, receiptStatus }: ReceivedLine): Decimal {
  return receiptStatus === 'cancelled' ? ZERO : received.minus(rejected).minus(returned);
}

export interface ReturnedLine {
  readonly orderLineId: number;
  readonly quantity: Decimal;
}

/**
 * Rejects a return of an unknown or repeated line, or of more than the accepted quantity that was not returned yet.
 * @throws DomainError VALIDATION_ERROR on each invalid field
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

export interface ReliedLine {
  readonly orderLineId: number;
  /** Accepted over all receipts, including this one. */
  readonly accepted: Decimal;
  /** Billed by approved three-way matched invoices, less line credits. */
  readonly billed: Decimal;
}

/**
 * Rejects a cancellation that would leave less accepted than approved invoices bill. Quantities billed beyond all
 * receipts (tolerance, override) do not count, because they never relied on a receipt.
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
 * Documents of a posted receipt can be removed while no approved invoice bills one of its lines. Which receipt the
 * approver read is unknown, so every receipt of a billed line counts.
 * @param billedLineIds order lines billed by approved three-way matched invoices
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

/** Facts for the policy `auto`. */
export interface ReceivingFacts {
  /** Whether the order has a posted receipt. */
  readonly receiptStands: boolean;
  /** Time of the tenant's first receipt, even if cancelled; null without receipts. */
  readonly firstReceiptAt: Date | null;
  /** Null if not approved. */
  readonly approvedAt: Date | null;
}

/**
 * Whether an order's invoices are also matched with receipts. With `auto` they are if the order has a receipt, or if
 * the tenant had posted any receipt before the order was approved.
 */
export function isThreeWay(policy: MatchingPolicy, facts: ReceivingFacts): boolean {
  if (policy !== 'auto') return policy === 'three_way';
  if (facts.receiptStands) return true;
  const { firstReceiptAt, approvedAt } = facts;
  return firstReceiptAt !== null && approvedAt !== null && firstReceiptAt < approvedAt;
}
