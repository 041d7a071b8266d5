import { requireRule } from '../common/abilities';
import type { Actor } from '../common/actor';
import { invalidField } from '../common/errors';

/** What an approver says. */
export interface ApproveRequest {
  readonly comments: string | null;
  readonly step?: number | undefined;
  /** Let the order pass though its budget does not suffice; `admin` only, with comments. */
  readonly overrideBudget?: boolean | undefined;
}

/** What a rejecting approver says. */
export interface RejectRequest {
  readonly reason: string;
  readonly step?: number | undefined;
}

/** An override of the budget says why. Throws VALIDATION_ERROR. */
export function requireComments({ overrideBudget, comments }: ApproveRequest): void {
  if (overrideBudget && !comments) throw invalidField('comments', 'validation.required');
}

/** An override of the budget takes `admin`. Throws FORBIDDEN_ABILITY. */
export function requireOverrideAbility(actor: Actor, { overrideBudget }: ApproveRequest): void {
  if (overrideBudget) requireRule(actor, 'purchase_orders.override_budget');
}
