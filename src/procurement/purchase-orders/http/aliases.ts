import type { FieldAliases, FormAliases } from '../../../platform/http';
import { ORDER_STATUSES, ORDERS_IN_FORCE, type OrderStatus } from '../domain/lifecycle';

export const FORM_B_STATUSES = ['draft', 'pending', 'approved', 'rejected', 'completed', 'cancelled'] as const;
export type FormBStatus = (typeof FORM_B_STATUSES)[number];

/** The result of the approval, independent of later changes of the status. */
export const APPROVAL_STATUSES = ['draft', 'pending', 'approved', 'rejected'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

export const STATUS_ALIASES: Readonly<Record<OrderStatus, FormBStatus>> = {
  draft: 'draft',
  pending_approval: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  completed: 'completed',
  cancelled: 'cancelled',
};

/** Form B's names of fields and statuses that differ from Form A's. */
export const ORDER_ALIASES_B = {
  fields: {
    items: 'lines',
    vat_rate: 'vat_percentage',
    notes: 'description',
    expected_delivery_date: 'required_date',
    attachments: 'documents',
  },
  statuses: STATUS_ALIASES,
} as const satisfies FieldAliases;

/** For records of an order whose fields have the same names in both forms. Form B renames only the order's statuses. */
export const ORDER_STATUS_ALIASES: FormAliases = { b: { statuses: STATUS_ALIASES } };

const APPROVAL: Readonly<Record<Exclude<OrderStatus, 'cancelled'>, ApprovalStatus>> = {
  draft: 'draft',
  pending_approval: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  completed: 'approved',
};

export function formBStatus(status: OrderStatus): FormBStatus {
  return STATUS_ALIASES[status];
}

/** A cancelled order retains its approval status, which follows from `cancelledFrom`. */
export function approvalStatus(status: OrderStatus, cancelledFrom: OrderStatus | null): ApprovalStatus {
  const reached = status === 'cancelled' ? cancelledFrom : status;
  return reached === null || reached === 'cancelled' ? 'draft' : APPROVAL[reached];
}

/** `approved` also finds completed orders, because they were approved. */
export function statusesFor(filter: FormBStatus): readonly OrderStatus[] {
  if (filter === 'approved') return ORDERS_IN_FORCE;
  return ORDER_STATUSES.filter((status) => STATUS_ALIASES[status] === filter);
}

/** Statuses for Form B's `approval_status` filter, current or before a cancel. */
export function approvedStatusesFor(filter: ApprovalStatus): readonly OrderStatus[] {
  return ORDER_STATUSES.filter((status) => status !== 'cancelled' && APPROVAL[status] === filter);
}
