import { ApprovalResponse, EXPENSE_TYPES, PendingApproverResponse, type ExpenseType } from '../../../approvals';
import { OrderDocumentResponse } from '../../../documents';
import type { Metadata } from '../../../../common/records/external';
import { both, Out, WarningResponse } from '../../../../platform/http';
import {
  CodedResponse,
  ItemOrderResponse,
  ItemResponse,
  LineFieldsResponse,
  NamedResponse,
  OrderCourseResponse,
} from '../answers';
import { APPROVAL_STATUSES, type ApprovalStatus, FORM_B_STATUSES, type FormBStatus } from './words';

export class OrderVendorResponseB extends NamedResponse {
  @Out.text({ nullable: true, example: 'orders@example.com' }) contact_email: string | null;
}

/** A line of an order in Form B. */
export class LineResponse extends LineFieldsResponse {
  @Out.amount({ example: 255 }) total_ex_vat: number;
  @Out.amount({ example: 293.25 }) total_inc_vat: number;
  @Out.number({ description: 'Accepted less returned.', example: 0 }) received_quantity: number;
  @Out.number({ description: 'On approved invoices, less line credits.', example: 0 }) invoiced_quantity: number;
  @Out.number({ description: 'What closing the order took off the quantity.', example: 0 }) closed_quantity: number;
  @Out.number({ description: 'Still to be billed; 0 of a completed order.', example: 10 }) open_quantity: number;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
}

/** A new order in Form B: what the specification lists for every create, and Form B's own names. */
export class CreatedOrderResponseB {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
  @Out.oneOf(FORM_B_STATUSES) status: FormBStatus;
  @Out.oneOf(APPROVAL_STATUSES) approval_status: ApprovalStatus;
  @Out.id() vendor_id: number;
  @Out.id() department_id: number;
  @Out.id({ nullable: true }) project_id: number | null;
  @Out.currency() currency: string;
  @Out.oneOf(EXPENSE_TYPES) expense_type: ExpenseType;
  @Out.text({ nullable: true }) description: string | null;
  @Out.text({ nullable: true }) delivery_address: string | null;
  @Out.day() request_date: string;
  @Out.day({ nullable: true }) required_date: string | null;
  @Out.amount() subtotal: number;
  @Out.amount() vat_amount: number;
  @Out.amount() total_amount: number;
  @Out.amount() total_ex_vat: number;
  @Out.amount() total_vat: number;
  @Out.amount() total_inc_vat: number;
  @Out.list(() => ItemResponse) items: ItemResponse[];
  @Out.list(() => LineResponse) lines: LineResponse[];
  @Out.list(() => OrderDocumentResponse) documents: OrderDocumentResponse[];
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
}

/** An order in Form B's list. */
export class OrderSummaryResponseB {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
  @Out.object(() => NamedResponse) vendor: NamedResponse;
  @Out.object(() => NamedResponse) department: NamedResponse;
  @Out.amount() total_inc_vat: number;
  @Out.currency() currency: string;
  @Out.oneOf(FORM_B_STATUSES) status: FormBStatus;
  @Out.oneOf(APPROVAL_STATUSES) approval_status: ApprovalStatus;
  @Out.day() request_date: string;
  @Out.day({ nullable: true }) required_date: string | null;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
}

class OrderFieldsResponseB {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
  @Out.object(() => OrderVendorResponseB) vendor: OrderVendorResponseB;
  @Out.object(() => NamedResponse) department: NamedResponse;
  @Out.object(() => NamedResponse) requester: NamedResponse;
  @Out.object(() => CodedResponse, { nullable: true }) project: CodedResponse | null;
  @Out.list(() => LineResponse) lines: LineResponse[];
  @Out.list(() => OrderDocumentResponse) documents: OrderDocumentResponse[];
  @Out.amount() total_ex_vat: number;
  @Out.amount() total_vat: number;
  @Out.amount() total_inc_vat: number;
  @Out.currency() currency: string;
  @Out.oneOf(FORM_B_STATUSES) status: FormBStatus;
  @Out.oneOf(APPROVAL_STATUSES) approval_status: ApprovalStatus;
  @Out.oneOf(EXPENSE_TYPES) expense_type: ExpenseType;
  @Out.text({ nullable: true }) description: string | null;
  @Out.text({ nullable: true }) delivery_address: string | null;
  @Out.day() request_date: string;
  @Out.day({ nullable: true }) required_date: string | null;
  @Out.list(() => ApprovalResponse) approvals: ApprovalResponse[];
}

export class OrderResponseB extends both(OrderFieldsResponseB, OrderCourseResponse) {}

/** The answer to a submit in Form B. */
export class SubmittedOrderResponseB {
  @Out.id() id: number;
  @Out.oneOf(FORM_B_STATUSES) status: FormBStatus;
  @Out.oneOf(APPROVAL_STATUSES) approval_status: ApprovalStatus;
  @Out.integer({ example: 1 }) current_approval_step: number;
  @Out.list(() => PendingApproverResponse) pending_approvers: PendingApproverResponse[];
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

/** What the order of a changed line comes to: the names of every form's answer, and Form B's own. */
export class LineOrderResponse extends ItemOrderResponse {
  @Out.amount() total_ex_vat: number;
  @Out.amount() total_vat: number;
  @Out.amount() total_inc_vat: number;
}

/** A line after a change, with what its order comes to now. */
export class ChangedLineResponse extends LineResponse {
  @Out.object(() => LineOrderResponse) purchase_order: LineOrderResponse;
}
