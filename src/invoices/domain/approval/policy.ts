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
