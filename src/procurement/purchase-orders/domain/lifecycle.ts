import { next, type LifecycleTable } from '../../../common/records/lifecycle';

/** Statuses of a purchase order, with their names in Form A. */
export const ORDER_STATUSES = ['draft', 'pending_approval', 'approved', 'rejected', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Orders in these statuses were approved and can be received, invoiced and paid. */
export const ORDERS_IN_FORCE = ['approved', 'completed'] as const satisfies readonly OrderStatus[];

export function isInForce(status: OrderStatus): boolean {
  return ORDERS_IN_FORCE.some((one) => one === status);
}

/**
 * Actions on an existing order. `approve_step` is an approval with steps left, `approve` the last one. `complete`
 * cannot be requested: it follows from receipts and invoices. So does `reopen`, which users can also request for a
 * closed order.
 */
export type OrderAction =
  | 'edit'
  | 'delete'
  | 'submit'
  | 'approve_step'
  | 'approve'
  | 'reject'
  | 'cancel'
  | 'withdraw'
  | 'revise'
  | 'amend'
  | 'close'
  | 'complete'
  | 'reopen';

/** The whole lifecycle. Every change of a status goes through this table; everything else is rejected. */
export const ORDER_LIFECYCLE: LifecycleTable<OrderStatus, OrderAction> = {
  edit: { draft: 'draft' },
  delete: { draft: 'draft' },
  submit: { draft: 'pending_approval' },
  approve_step: { pending_approval: 'pending_approval' },
  approve: { pending_approval: 'approved' },
  reject: { pending_approval: 'rejected' },
  cancel: { draft: 'cancelled', pending_approval: 'cancelled', rejected: 'cancelled', approved: 'cancelled' },
  withdraw: { pending_approval: 'draft' },
  revise: { rejected: 'draft' },
  amend: { approved: 'approved' },
  close: { approved: 'approved' },
  complete: { approved: 'completed' },
  reopen: { approved: 'approved', completed: 'approved' },
};

/**
 * `policy.ts` has further rules for some actions.
 * @throws DomainError INVALID_STATUS, with the statuses that allow the action
 */
export function nextStatus(from: OrderStatus, action: OrderAction): OrderStatus {
  return next(ORDER_LIFECYCLE, from, action);
}
