import type { InvoiceId, OrderId } from '../../../common/records/ids';
import type { WorkflowKind } from './workflow';

/** Which document it is. */
type SubjectKey =
  | { readonly kind: 'order'; readonly orderId: OrderId }
  | { readonly kind: 'amendment'; readonly orderId: OrderId; readonly amendmentId: number }
  | { readonly kind: 'invoice'; readonly invoiceId: InvoiceId };

/** What of a document says who may decide it, beside its steps. */
export interface ApprovalSides {
  /** Whom "self" means where self-approval is prevented: nobody of them decides it then. */
  readonly barredIds: readonly number[];
  /** Whose head a step for `department_head` asks; null where it belongs to no department. */
  readonly departmentId: number | null;
  /** Roles of which a user has to be one, whatever a step asks; left out where the steps alone decide. */
  readonly onlyRoles?: readonly string[] | undefined;
}

/** What is decided about: an order, an amendment of one, or an invoice. */
export type ApprovalSubject = SubjectKey & ApprovalSides;

/** An invoice that is decided about. */
export type InvoiceSubject = Extract<ApprovalSubject, { kind: 'invoice' }>;

/** Whether a user of this role may decide at all. The role `admin` may everything. */
export function isAdmitted(role: string, onlyRoles: ApprovalSides['onlyRoles']): boolean {
  return onlyRoles === undefined || role === 'admin' || onlyRoles.includes(role);
}

/** Whose rules decide which steps a document takes. */
export const WORKFLOW_OF: Readonly<Record<ApprovalSubject['kind'], WorkflowKind>> = {
  order: 'purchase-orders',
  amendment: 'amendments',
  invoice: 'invoices',
};
