import { DomainError } from '../../../../common/errors';
import type { MatchStatus, WithoutOrderRule } from '../../../../common/settings';

/** The user who decides, and whether the token is an administrator's. */
export interface Decider {
  readonly userId: number | null;
  readonly role: string | null;
  readonly admin: boolean;
}

/** The tenant's settings that say who may approve. */
export interface ApproverRules {
  readonly withoutOrder: WithoutOrderRule;
}

/** Roles that may approve an invoice without an order under the rule `admin`. */
const WITHOUT_ORDER = ['admin', 'finance_manager'];

/**
 * Refuses an approval that this user may not give, though the role holds `invoices.approve`: an invoice without an order needs a
 * finance manager or an administrator.
 * @returns the roles that the rule asks for, if only an administrator's token passes it; else undefined
 * @throws DomainError NOT_CURRENT_APPROVER
 */
export function requireApprover(
  decider: Decider,
  invoice: { readonly withOrder: boolean },
  rules: ApproverRules,
): readonly string[] | undefined {
  if (invoice.withOrder || rules.withoutOrder !== 'admin') return undefined;
  if (decider.role !== null && WITHOUT_ORDER.includes(decider.role)) return undefined;
  if (decider.admin) return WITHOUT_ORDER;
  const params = { roles: WITHOUT_ORDER.join(', ') };
  throw new DomainError('NOT_CURRENT_APPROVER', { key: 'invoice.approver_role', params });
}

/**
 * Whether a user whose token is no administrator's may approve an invoice that no steps decide, as {@link requireApprover} says
 * it. The role `admin` may everything.
 * @param invoice `approverRoles`: the roles that hold `invoices.approve`
 */
export function mayDecideAlone(
  { id, role }: { readonly id: number; readonly role: string },
  invoice: {
    readonly barredIds: readonly number[];
    readonly withOrder: boolean;
    readonly approverRoles: readonly string[];
  },
  { preventSelfApproval, withoutOrder }: ApproverRules & { readonly preventSelfApproval: boolean },
): boolean {
  if (preventSelfApproval && invoice.barredIds.includes(id)) return false;
  if (role === 'admin') return true;
  const strict = !invoice.withOrder && withoutOrder === 'admin';
  return invoice.approverRoles.includes(role) && (!strict || WITHOUT_ORDER.includes(role));
}

/**
 * Refuses what a blocked or blacklisted vendor may not have: an approval, a payment.
 * @throws DomainError VENDOR_BLOCKED
 */
export function requireUnblocked(vendor: { readonly id: number; readonly name: string }, blocked: boolean): void {
  if (!blocked) return;
  throw new DomainError(
    'VENDOR_BLOCKED',
    { key: 'vendor.blocked', params: { name: vendor.name } },
    { details: { vendor_id: vendor.id, vendor_status: 'blocked' } },
  );
}

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
