import type { ApprovalSubject, DecisionResult } from '../../approvals';
import { requireRule } from '../../common/actor/abilities';
import type { Actor } from '../../common/actor';
import { invalidField } from '../../common/errors';
import type { PurchaseOrder } from '../entities/purchase-order.entity';
import type { PurchaseOrderAmendment } from '../entities/purchase-order-amendment.entity';

/** What an approver of an order, or of an amendment of one, says. */
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

/**
 * An override of the budget says why.
 * @throws DomainError VALIDATION_ERROR on `comments`
 */
export function requireComments({ overrideBudget, comments }: ApproveRequest): void {
  if (overrideBudget && !comments) throw invalidField('comments', 'validation.required');
}

/**
 * An override of the budget takes `admin`.
 * @throws DomainError FORBIDDEN_ABILITY
 */
export function requireOverrideAbility(actor: Actor, { overrideBudget }: ApproveRequest): void {
  if (overrideBudget) requireRule(actor, 'purchase_orders.override_budget');
}

/** The order itself, as its approval looks at it. */
export function subjectOf({ id, createdById, departmentId }: PurchaseOrder): ApprovalSubject {
  return { orderId: id, amendmentId: null, requesterId: createdById, departmentId };
}

/** An amendment of the order; its requester must not approve it alone. */
export function amendmentSubject(
  { id, departmentId }: Pick<PurchaseOrder, 'id' | 'departmentId'>,
  amendment: Pick<PurchaseOrderAmendment, 'id' | 'createdById'>,
): ApprovalSubject {
  return { orderId: id, amendmentId: amendment.id, requesterId: amendment.createdById, departmentId };
}

/** What the audit trail keeps of a decision: its step, whom it was taken for, and that it was an override. */
export function auditDetails({ step, onBehalfOf, override }: DecisionResult): Readonly<Record<string, unknown>> {
  return { step, ...(onBehalfOf && { on_behalf_of: onBehalfOf.name }), ...(override && { override }) };
}
