import { ApprovalResponse, EXPENSE_TYPES, PendingApproverResponse, type ExpenseType } from '../../../approvals';
import { AttachmentResponse } from '../../../documents';
import type { Metadata } from '../../../../common/records/external';
import { both, Out, WarningResponse } from '../../../../platform/http';
import { ORDER_STATUSES, type OrderStatus } from '../../domain/lifecycle';
import { CodedResponse, ItemOrderResponse, ItemResponse, NamedResponse, OrderCourseResponse } from '../answers';

export class OrderVendorResponse extends NamedResponse {
  @Out.text({ nullable: true, example: 'orders@example.com' }) email: string | null;
}

/** A new order in Form A. */
export class CreatedOrderResponse {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
  @Out.oneOf(ORDER_STATUSES) status: OrderStatus;
  @Out.id() vendor_id: number;
  @Out.id() department_id: number;
  @Out.id({ nullable: true }) project_id: number | null;
  @Out.currency() currency: string;
  @Out.oneOf(EXPENSE_TYPES) expense_type: ExpenseType;
  @Out.text({ nullable: true }) notes: string | null;
  @Out.text({ nullable: true }) delivery_address: string | null;
  @Out.day({ nullable: true }) expected_delivery_date: string | null;
  @Out.amount() subtotal: number;
  @Out.amount() vat_amount: number;
  @Out.amount() total_amount: number;
  @Out.list(() => ItemResponse) items: ItemResponse[];
  @Out.list(() => AttachmentResponse) attachments: AttachmentResponse[];
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
}

/** An order in Form A's list. */
export class OrderSummaryResponse {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
  @Out.oneOf(ORDER_STATUSES) status: OrderStatus;
  @Out.object(() => NamedResponse) vendor: NamedResponse;
  @Out.object(() => NamedResponse) department: NamedResponse;
  @Out.currency() currency: string;
  @Out.amount() subtotal: number;
  @Out.amount() vat_amount: number;
  @Out.amount() total_amount: number;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
  @Out.timestamp({ nullable: true }) approved_at: string | null;
}

class OrderFieldsResponse {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
  @Out.oneOf(ORDER_STATUSES) status: OrderStatus;
  @Out.object(() => OrderVendorResponse) vendor: OrderVendorResponse;
  @Out.object(() => CodedResponse) department: CodedResponse;
  @Out.object(() => CodedResponse, { nullable: true }) project: CodedResponse | null;
  @Out.object(() => NamedResponse) created_by: NamedResponse;
  @Out.currency() currency: string;
  @Out.oneOf(EXPENSE_TYPES) expense_type: ExpenseType;
  @Out.amount() subtotal: number;
  @Out.amount() vat_amount: number;
  @Out.amount() total_amount: number;
  @Out.text({ nullable: true }) notes: string | null;
  @Out.text({ nullable: true }) delivery_address: string | null;
  @Out.day({ nullable: true }) expected_delivery_date: string | null;
  @Out.list(() => ItemResponse) items: ItemResponse[];
  @Out.list(() => ApprovalResponse) approvals: ApprovalResponse[];
  @Out.list(() => AttachmentResponse) attachments: AttachmentResponse[];
}

export class OrderResponse extends both(OrderFieldsResponse, OrderCourseResponse) {}

/** The answer to a submit in Form A. */
export class SubmittedOrderResponse {
  @Out.id() id: number;
  @Out.oneOf(ORDER_STATUSES) status: OrderStatus;
  @Out.integer({ example: 1 }) current_approval_step: number;
  @Out.list(() => PendingApproverResponse) pending_approvers: PendingApproverResponse[];
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

/** A line after a change, with what its order comes to now. */
export class ChangedItemResponse extends ItemResponse {
  @Out.object(() => ItemOrderResponse) purchase_order: ItemOrderResponse;
}
