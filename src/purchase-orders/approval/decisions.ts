import type { ApprovalSubject, DecisionResult } from '../../approvals';
import type { PurchaseOrder } from '../entities/purchase-order.entity';
import type { PurchaseOrderAmendment } from '../entities/purchase-order-amendment.entity';

/** The order itself, as its approval looks at it. */
export function subjectOf(order: PurchaseOrder): ApprovalSubject {
  const { id, createdById, departmentId } = order;
  return { orderId: id, amendmentId: null, requesterId: createdById, departmentId };
}

/** An amendment of the order: whoever asked for it is the one who must not approve it alone. */
export function amendmentSubject(
  order: Pick<PurchaseOrder, 'id' | 'departmentId'>,
  amendment: Pick<PurchaseOrderAmendment, 'id' | 'createdById'>,
): ApprovalSubject {
  return {
    orderId: order.id,
    amendmentId: amendment.id,
    requesterId: amendment.createdById,
    departmentId: order.departmentId,
  };
}

/** What the audit trail keeps of a decision: its step, whom it was taken for, and that it was an override. */
export function auditDetails({ step, onBehalfOf, override }: DecisionResult): Readonly<Record<string, unknown>> {
  return { step, ...(onBehalfOf && { on_behalf_of: onBehalfOf.name }), ...(override && { override }) };
}
