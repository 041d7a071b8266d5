import { DomainError } from '../../../../common/errors';
import type { MatchStatus, WithoutOrderRule } from '../../../../common/settings';

/** The deciding user. `admin`: whether the token has the ability `admin`. */
export interface Decider {
  readonly userId: number | null;
  readonly role: string | null;
  readonly admin: boolean;
}

export interface ApproverRules {
  readonly withoutOrder: WithoutOrderRule;
}

/** Roles that may approve an invoice without an order if the setting is `admin`. */
const WITHOUT_ORDER = ['admin', 'finance_manager'];

/**
 * With the setting `admin`, only the roles `admin` and `finance_manager` may approve an invoice without an order. The
 * permission `invoices.approve` is checked elsewhere.
 * @returns the required roles if only the `admin` ability of the token allowed the approval; else undefined
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
 * Whether a user without an admin token may approve an invoice without steps; same rules as {@link requireApprover}.
 * The role `admin` may always, except for a self-approval.
 * @param invoice `approverRoles`: roles with `invoices.approve`
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

/** Rejects an approval or payment for a blocked or blacklisted vendor. @throws DomainError VENDOR_BLOCKED */
export function requireUnblocked(vendor: { readonly id: number; readonly name: string }, blocked: boolean): void {
  if (!blocked) return;
  throw new DomainError(
    'VENDOR_BLOCKED',
    { key: 'vendor.blocked', params: { name: vendor.name } },
    { details: { vendor_id: vendor.id, vendor_status: 'blocked' } },
  );
}

export interface ApprovalPolicy {
  readonly approvableMatchStatuses: readonly MatchStatus[];
  readonly invoicesWithoutOrder: WithoutOrderRule;
}

/**
 * Without an order nothing can be matched, so the setting for such invoices decides. If the printed totals contradict
 * the lines, the result is a mismatch there too.
 */
export function isApprovable(result: { status: MatchStatus; withOrder: boolean }, policy: ApprovalPolicy): boolean {
  if (policy.approvableMatchStatuses.includes(result.status)) return true;
  return !result.withOrder && result.status === 'partial_match' && policy.invoicesWithoutOrder !== 'refuse';
}
