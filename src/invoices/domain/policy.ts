/** What a tenant may set. */
export const MATCHING_POLICIES = ['auto', 'three_way', 'two_way'] as const;
export type MatchingPolicy = (typeof MATCHING_POLICIES)[number];

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

/** Results of a match. */
export const MATCH_STATUSES = ['full_match', 'partial_match', 'mismatch', 'pending_grn'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/** Who may approve an invoice without an order. */
export const WITHOUT_ORDER_RULES = ['admin', 'allow', 'refuse'] as const;
export type WithoutOrderRule = (typeof WITHOUT_ORDER_RULES)[number];

/** The settings that decide which results may be approved. */
export interface ApprovalPolicy {
  readonly approvableMatchStatuses: readonly MatchStatus[];
  readonly invoicesWithoutOrder: WithoutOrderRule;
}

/** What a tenant starts with. */
export const DEFAULT_APPROVAL_POLICY: ApprovalPolicy = {
  approvableMatchStatuses: ['full_match'],
  invoicesWithoutOrder: 'admin',
};

/**
 * Whether somebody may approve an invoice with this result. Without an order there is nothing to match, so the tenant's
 * rule for such invoices decides; printed totals that contradict the lines are a mismatch there too.
 */
export function isApprovable(result: { status: MatchStatus; withOrder: boolean }, policy: ApprovalPolicy): boolean {
  if (policy.approvableMatchStatuses.includes(result.status)) return true;
  return !result.withOrder && result.status === 'partial_match' && policy.invoicesWithoutOrder !== 'refuse';
}
