import { ApprovalOut, EXPENSE_TYPES, PendingApproverOut, type ExpenseType } from '../../../approvals';
import { AttachmentOut } from '../../../documents';
import type { Metadata } from '../../../../common/records/external';
import { both, Out, WarningOut } from '../../../../platform/http';
import { ORDER_STATUSES, type OrderStatus } from '../../domain/lifecycle';
import { CodedOut, ItemOrderOut, ItemOut, NamedOut, OrderCourseOut } from '../answers';

export class OrderVendorOut extends NamedOut {
  @Out.text({ nullable: true, example: 'orders@example.com' }) email: string | null;
}

/** A new order in Form A. */
export class CreatedOrderOut {
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
  @Out.list(() => ItemOut) items: ItemOut[];
  @Out.list(() => AttachmentOut) attachments: AttachmentOut[];
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
}

/** An order in Form A's list. */
export class OrderSummaryOut {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
  @Out.oneOf(ORDER_STATUSES) status: OrderStatus;
  @Out.object(() => NamedOut) vendor: NamedOut;
  @Out.object(() => NamedOut) department: NamedOut;
  @Out.currency() currency: string;
  @Out.amount() subtotal: number;
  @Out.amount() vat_amount: number;
  @Out.amount() total_amount: number;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
  @Out.timestamp({ nullable: true }) approved_at: string | null;
}

class OrderFieldsOut {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
  @Out.oneOf(ORDER_STATUSES) status: OrderStatus;
  @Out.object(() => OrderVendorOut) vendor: OrderVendorOut;
  @Out.object(() => CodedOut) department: CodedOut;
  @Out.object(() => CodedOut, { nullable: true }) project: CodedOut | null;
  @Out.object(() => NamedOut) created_by: NamedOut;
  @Out.currency() currency: string;
  @Out.oneOf(EXPENSE_TYPES) expense_type: ExpenseType;
  @Out.amount() subtotal: number;
  @Out.amount() vat_amount: number;
  @Out.amount() total_amount: number;
  @Out.text({ nullable: true }) notes: string | null;
  @Out.text({ nullable: true }) delivery_address: string | null;
  @Out.day({ nullable: true }) expected_delivery_date: string | null;
  @Out.list(() => ItemOut) items: ItemOut[];
  @Out.list(() => ApprovalOut) approvals: ApprovalOut[];
  @Out.list(() => AttachmentOut) attachments: AttachmentOut[];
}

export class OrderOut extends both(OrderFieldsOut, OrderCourseOut) {}

/** The answer to a submit in Form A. */
export class SubmittedOrderOut {
  @Out.id() id: number;
  @Out.oneOf(ORDER_STATUSES) status: OrderStatus;
  @Out.integer({ example: 1 }) current_approval_step: number;
  @Out.list(() => PendingApproverOut) pending_approvers: PendingApproverOut[];
  @Out.list(() => WarningOut, { optional: true }) warnings?: WarningOut[];
}

/** A line after a change, with what its order comes to now. */
export class ChangedItemOut extends ItemOut {
  @Out.object(() => ItemOrderOut) purchase_order: ItemOrderOut;
}
