import { DomainError } from '../../../common/errors';
import type { MatchStatus, WithoutOrderRule } from '../../../common/records/matching';

/** The user who decides, and whether the token is an administrator's. */
export interface Decider {
  readonly userId: number | null;
  readonly role: string | null;
  readonly admin: boolean;
}

/** The tenant's settings that say who may approve. */
export interface ApproverRules {
  readonly approverRoles: readonly string[];
  readonly preventSelfApproval: boolean;
  readonly withoutOrder: WithoutOrderRule;
}

/** Roles that may approve an invoice without an order under the rule `admin`. */
const WITHOUT_ORDER = { approverRoles: ['admin', 'finance_manager'] };

/**
 * Refuses a decision on an invoice by a user whose role is not asked for it. An administrator's token may decide any.
 * @throws DomainError NOT_CURRENT_APPROVER
 */
export function requireDecider({ role, admin }: Decider, rules: Pick<ApproverRules, 'approverRoles'>): void {
  const { approverRoles: roles } = rules;
  if (admin || (role !== null && roles.includes(role))) return;
  throw new DomainError('NOT_CURRENT_APPROVER', {
    key: 'invoice.approver_role',
    params: { roles: roles.join(', ') || '-' },
  });
}

/**
 * Refuses an approval that this user may not give: the role is not asked for it, an invoice without an order needs a
 * finance manager or an administrator, or the tenant keeps people from approving what they entered themselves. The last
 * binds administrators too.
 * @throws DomainError NOT_CURRENT_APPROVER, SELF_APPROVAL_FORBIDDEN
 */
export function requireApprover(
  decider: Decider,
  invoice: { readonly createdById: number | null; readonly withOrder: boolean },
  rules: ApproverRules,
): void {
  requireDecider(decider, rules);
  if (!invoice.withOrder && rules.withoutOrder === 'admin') requireDecider(decider, WITHOUT_ORDER);
  if (rules.preventSelfApproval && decider.userId !== null && decider.userId === invoice.createdById) {
    throw new DomainError('SELF_APPROVAL_FORBIDDEN', { key: 'invoice.self_approval' });
  }
}

/**
 * Whether a user whose token is no administrator's may approve an invoice that no steps decide, as {@link requireApprover} says
 * it. The role `admin` may everything.
 */
export function mayDecideAlone(
  { id, role }: { readonly id: number; readonly role: string },
  invoice: { readonly barredIds: readonly number[]; readonly withOrder: boolean },
  { approverRoles, preventSelfApproval, withoutOrder }: ApproverRules,
): boolean {
  if (preventSelfApproval && invoice.barredIds.includes(id)) return false;
  if (role === 'admin') return true;
  const strict = !invoice.withOrder && withoutOrder === 'admin';
  return approverRoles.includes(role) && (!strict || WITHOUT_ORDER.approverRoles.includes(role));
}

/**
 * Refuses what a blocked or blacklisted vendor may not have: a new invoice, an approval, a payment.
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
