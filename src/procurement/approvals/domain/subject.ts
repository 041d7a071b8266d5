import type { InvoiceId, OrderId } from '../../../common/records/ids';
import type { WorkflowKind } from './workflow';

type SubjectKey =
  | { readonly kind: 'order'; readonly orderId: OrderId }
  | { readonly kind: 'amendment'; readonly orderId: OrderId; readonly amendmentId: number }
  | { readonly kind: 'invoice'; readonly invoiceId: InvoiceId };

/** The data of a document, apart from its steps, that determine its approvers. */
export interface ApprovalSides {
  /** Authors of the document. The self-approval control excludes them. */
  readonly barredIds: readonly number[];
  /** A step for `department_head` is assigned to the head of this department; null if the document has none. */
  readonly departmentId: number | null;
  /** An approver must have one of these roles, independent of the steps; absent if only the steps count. */
  readonly onlyRoles?: readonly string[] | undefined;
}

export type ApprovalSubject = SubjectKey & ApprovalSides;

export type InvoiceSubject = Extract<ApprovalSubject, { kind: 'invoice' }>;

/** Whether a user of this role may decide at all. The role `admin` always may. */
export function isAdmitted(role: string, onlyRoles: ApprovalSides['onlyRoles']): boolean {
  return onlyRoles === undefined || role === 'admin' || onlyRoles.includes(role);
}

export const WORKFLOW_OF: Readonly<Record<ApprovalSubject['kind'], WorkflowKind>> = {
  order: 'purchase-orders',
  amendment: 'amendments',
  invoice: 'invoices',
};
