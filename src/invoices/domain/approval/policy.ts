import type { MatchStatus, WithoutOrderRule } from '../../../common/records/matching';

/** The settings that decide which results may be approved. */
export interface ApprovalPolicy {
  readonly approvableMatchStatuses: readonly MatchStatus[];
  readonly invoicesWithoutOrder: WithoutOrderRule;
}

/**
 * Whether somebody may approve an invoice with this result. Without an order there is nothing to match, so the tenant's
 * rule for such invoices decides; printed totals that contradict the lines are a mismatch there too.
 */
export function isApprovable(result: { status: MatchStatus; withOrder: boolean }, policy: ApprovalPolicy): boolean {
  if (policy.approvableMatchStatuses.includes(result.status)) return true;
  return !result.withOrder && result.status === 'partial_match' && policy.invoicesWithoutOrder !== 'refuse';
}
