import { meets } from '../common/abilities';
import type { Actor } from '../common/actor';
import { type Decimal, decimal } from '../common/money';
import type { Settings } from '../tenants';
import type { ApproverRules, Decider } from './domain/authority';
import type { ApprovalPolicy } from './domain/policy';
import type { Tolerances } from './domain/tolerance';

/** A tenant's tolerances. */
export function tolerancesOf(settings: Settings): Tolerances {
  return {
    price: { pct: set(settings.price_tolerance_pct), abs: set(settings.price_tolerance_abs) },
    quantity: { pct: set(settings.quantity_tolerance_pct), abs: set(settings.quantity_tolerance_abs) },
    checkUnder: settings.check_under,
  };
}

/** Which results may be approved. */
export function approvalPolicyOf(settings: Settings): ApprovalPolicy {
  return {
    approvableMatchStatuses: settings.approvable_match_statuses,
    invoicesWithoutOrder: settings.invoices_without_po,
  };
}

/** Who may approve. */
export function approverRulesOf(settings: Settings): ApproverRules {
  return {
    approverRoles: settings.invoice_approver_roles,
    preventSelfApproval: settings.prevent_self_approval,
    withoutOrder: settings.invoices_without_po,
  };
}

/** The user who decides. */
export function deciderOf(actor: Actor): Decider {
  return { userId: actor.userId, role: actor.role, admin: meets(actor, 'invoices.approve_in_any_role') };
}

function set(value: number | null): Decimal | null {
  return value === null ? null : decimal(value);
}
