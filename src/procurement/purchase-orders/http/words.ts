import type { FormWords, Vocabulary } from '../../../platform/http';
import { ORDER_STATUSES, ORDERS_IN_FORCE, type OrderStatus } from '../domain/lifecycle';

/** An order's status as Form B says it. */
export const FORM_B_STATUSES = ['draft', 'pending', 'approved', 'rejected', 'completed', 'cancelled'] as const;
export type FormBStatus = (typeof FORM_B_STATUSES)[number];

/** How far the approval came, whatever became of the order since. */
export const APPROVAL_STATUSES = ['draft', 'pending', 'approved', 'rejected'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** An order's statuses in Form B's words. */
export const STATUS_WORDS: Readonly<Record<OrderStatus, FormBStatus>> = {
  draft: 'draft',
  pending_approval: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  completed: 'completed',
  cancelled: 'cancelled',
};

/** What Form B calls the fields and statuses of orders, where the rules call them otherwise. */
export const ORDER_WORDS_B = {
  fields: {
    items: 'lines',
    vat_rate: 'vat_percentage',
    notes: 'description',
    expected_delivery_date: 'required_date',
    attachments: 'documents',
  },
  statuses: STATUS_WORDS,
} as const satisfies FormWords;

/** For what is under an order and has the same fields in both forms: in Form B only the order's statuses are called otherwise. */
export const ORDER_STATUS_WORDS: Vocabulary = { b: { statuses: STATUS_WORDS } };

const APPROVAL: Readonly<Record<Exclude<OrderStatus, 'cancelled'>, ApprovalStatus>> = {
  draft: 'draft',
  pending_approval: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  completed: 'approved',
};

/** An order's status in Form B's word. */
export function formBStatus(status: OrderStatus): FormBStatus {
  return STATUS_WORDS[status];
}

/**
 * An order's approval status. A cancelled order keeps the one it had.
 * @param cancelledFrom the status it was cancelled from; null for an order that is not cancelled
 */
export function approvalStatus(status: OrderStatus, cancelledFrom: OrderStatus | null): ApprovalStatus {
  const standing = status === 'cancelled' ? cancelledFrom : status;
  return standing === null || standing === 'cancelled' ? 'draft' : APPROVAL[standing];
}

/** The statuses Form B's `status` filter finds: `approved` takes completed orders in, which were approved too. */
export function statusesFor(filter: FormBStatus): readonly OrderStatus[] {
  if (filter === 'approved') return ORDERS_IN_FORCE;
  return ORDER_STATUSES.filter((status) => STATUS_WORDS[status] === filter);
}

/** The statuses an order has, or had when it was cancelled, under Form B's `approval_status` filter. */
export function standingsFor(filter: ApprovalStatus): readonly OrderStatus[] {
  return ORDER_STATUSES.filter((status) => status !== 'cancelled' && APPROVAL[status] === filter);
}
