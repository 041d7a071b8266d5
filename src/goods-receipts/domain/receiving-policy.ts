import type { MatchingPolicy } from '../../common/records/matching';

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
