import { next, type LifecycleTable } from '../../../common/records/lifecycle';

/** States of a purchase order, as Form A names them. */
export const ORDER_STATUSES = ['draft', 'pending_approval', 'approved', 'rejected', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** An order in one of these was approved and holds: it is received, billed and paid. */
export const ORDERS_IN_FORCE = ['approved', 'completed'] as const satisfies readonly OrderStatus[];

/** Whether an order of this status was approved and holds. */
export function isInForce(status: OrderStatus): boolean {
  return ORDERS_IN_FORCE.some((one) => one === status);
}

/**
 * What may be asked of an order that exists. `approve_step` is an approval after which steps remain, `approve` the
 * last one. `complete` is never asked for by name: it follows from receipts and invoices. So does `reopen`, but for an order
 * that a person closed, who may ask for it.
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

/** The whole lifecycle. What is not in it is refused; there is no other place that sets a status. */
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
 * The status an action leads to. A rule may still refuse what the lifecycle allows; see `policy.ts`.
 * @throws DomainError INVALID_STATUS, naming the statuses that would allow the action
 */
export function nextStatus(from: OrderStatus, action: OrderAction): OrderStatus {
  return next(ORDER_LIFECYCLE, from, action);
}
