import { both, Out, WarningResponse } from '../../../platform/http';
import { ResponseOf } from '../../../platform/records';
import { ApprovalResponse, PendingApproverResponse } from '../../approvals';
import { AttachmentResponse, OrderDocumentResponse } from '../../documents';
import { ORDER_STATUSES, type OrderStatus } from '../domain/lifecycle';
import { ShownOrder } from '../entities/purchase-order.entity';
import { ShownLine } from '../entities/purchase-order-item.entity';
import { SUMMARY_FIELDS } from '../queries/order-rows';
import { APPROVAL_STATUSES, type ApprovalStatus, FORM_B_STATUSES, type FormBStatus, ORDER_ALIASES_B } from './aliases';

export class NamedResponse {
  @Out.id() id: number;
  @Out.text({ example: 'General' }) name: string;
}

export class CodedResponse extends NamedResponse {
  @Out.text({ example: 'GEN' }) code: string;
}

export class AuditTrailEntryResponse {
  @Out.text({ example: 'submitted' }) action: string;
  @Out.text({ nullable: true, example: 'Sara Al-Qahtani' }) user: string | null;
  @Out.timestamp() timestamp: string;

  @Out.map({ nullable: true, description: 'Details of the action, for example the decided step or the reason.' })
  details: Readonly<Record<string, unknown>> | null;
}

/** Derived from receipts and invoices. `ItemResponse` and `LineResponse` fill these fields explicitly. */
const PROGRESS = ['receivedQuantity', 'invoicedQuantity'] as const;

class LineProgressResponse {
  @Out.number({ description: 'Accepted minus returned quantity.', example: 0 }) received_quantity: number;
  @Out.number({ description: 'Quantity on approved invoices, minus line credits.', example: 0 })
  invoiced_quantity: number;
  @Out.number({ description: 'Quantity left to bill; 0 if the order is completed.', example: 10 })
  open_quantity: number;
}

const ITEM = ResponseOf(ShownLine, { omit: [...PROGRESS, 'netAmount'], aliases: { total_amount: 'total' } });
const LINE_B = ResponseOf(ShownLine, {
  omit: PROGRESS,
  aliases: { net_amount: 'total_ex_vat', total_amount: 'total_inc_vat' },
});

/** A line under Form A's names. The response to a create contains it in both forms. */
export class ItemResponse extends both(ITEM, LineProgressResponse) {}

export class LineResponse extends both(LINE_B, LineProgressResponse) {}

class TotalsResponse extends ResponseOf(ShownOrder, { only: ['subtotal', 'vatAmount', 'totalAmount'] }) {}

export class ItemOrderResponse extends TotalsResponse {
  @Out.id() id: number;
}

/** Totals under Form B's names. They appear in addition to Form A's. */
class TotalsB {
  @Out.amount() total_ex_vat: number;
  @Out.amount() total_vat: number;
  @Out.amount() total_inc_vat: number;
}

export class LineOrderResponse extends both(ItemOrderResponse, TotalsB) {}

export class ChangedItemResponse extends ItemResponse {
  @Out.object(() => ItemOrderResponse) purchase_order: ItemOrderResponse;
}

export class ChangedLineResponse extends LineResponse {
  @Out.object(() => LineOrderResponse) purchase_order: LineOrderResponse;
}

/** Approval history of an order, in both forms. */
export class OrderCourseResponse {
  @Out.list(() => AuditTrailEntryResponse) audit_trail: readonly AuditTrailEntryResponse[];
  @Out.integer({ nullable: true, description: 'The step to decide next; null unless the order is pending approval.' })
  current_approval_step: number | null;
  @Out.list(() => PendingApproverResponse) pending_approvers: PendingApproverResponse[];
  @Out.integer({ description: '1 plus the number of applied amendments.', example: 1 }) version: number;

  @Out.list(() => WarningResponse, {
    optional: true,
    description:
      'Current warnings, and warnings of the change just made. NO_BUDGET: no budget covers the submitted order. BUDGET_EXCEEDED: the order is pending approval and exceeds its budget.',
  })
  warnings?: WarningResponse[];
}

const NAMES_B = {
  ...ORDER_ALIASES_B.fields,
  subtotal: 'total_ex_vat',
  vat_amount: 'total_vat',
  total_amount: 'total_inc_vat',
} as const;

const NAMED = ['vendorId', 'departmentId', 'projectId'] as const;

/** Fields that are empty or the same for every new order, or computed from its lines. */
const LATER = [
  'updatedAt',
  'submittedAt',
  'approvedAt',
  'rejectedAt',
  'rejectionReason',
  'cancelledAt',
  'cancellationReason',
  'completedAt',
  'closedAt',
  'closeReason',
  'status',
  'subtotal',
  'vatAmount',
  'totalAmount',
] as const;

const CREATED = ResponseOf(ShownOrder, { omit: LATER });
const CREATED_B = ResponseOf(ShownOrder, { omit: LATER, aliases: ORDER_ALIASES_B.fields });
const SUMMARY = ResponseOf(ShownOrder, { only: SUMMARY_FIELDS, omit: ['expectedDeliveryDate'] });
const SUMMARY_B = ResponseOf(ShownOrder, {
  only: SUMMARY_FIELDS,
  omit: ['status', 'subtotal', 'vatAmount', 'approvedAt'],
  aliases: NAMES_B,
});
const ORDER = ResponseOf(ShownOrder, { omit: NAMED });
const ORDER_B = ResponseOf(ShownOrder, { omit: [...NAMED, 'status'], aliases: NAMES_B });

export class CreatedOrderResponse extends both(CREATED, TotalsResponse) {
  @Out.oneOf(ORDER_STATUSES) status: OrderStatus;
  @Out.list(() => ItemResponse) items: ItemResponse[];
  @Out.list(() => AttachmentResponse) attachments: AttachmentResponse[];
}

class StatusesB {
  @Out.oneOf(FORM_B_STATUSES) status: FormBStatus;
  @Out.oneOf(APPROVAL_STATUSES) approval_status: ApprovalStatus;
  @Out.day() request_date: string;
}

/** A new order in Form B: the fields that the specification lists for every create, and Form B's names. */
export class CreatedOrderResponseB extends both(both(CREATED_B, StatusesB), both(TotalsResponse, TotalsB)) {
  @Out.list(() => ItemResponse) items: ItemResponse[];
  @Out.list(() => LineResponse) lines: LineResponse[];
  @Out.list(() => OrderDocumentResponse) documents: OrderDocumentResponse[];
}

export class OrderSummaryResponse extends SUMMARY {
  @Out.object(() => NamedResponse) vendor: NamedResponse;
  @Out.object(() => NamedResponse) department: NamedResponse;
}

export class OrderSummaryResponseB extends both(SUMMARY_B, StatusesB) {
  @Out.object(() => NamedResponse) vendor: NamedResponse;
  @Out.object(() => NamedResponse) department: NamedResponse;
}

export class OrderVendorResponse extends NamedResponse {
  @Out.text({ nullable: true, example: 'orders@example.com' }) email: string | null;
}

export class OrderVendorResponseB extends NamedResponse {
  @Out.text({ nullable: true, example: 'orders@example.com' }) contact_email: string | null;
}

export class OrderResponse extends both(ORDER, OrderCourseResponse) {
  @Out.object(() => OrderVendorResponse) vendor: OrderVendorResponse;
  @Out.object(() => CodedResponse) department: CodedResponse;
  @Out.object(() => CodedResponse, { nullable: true }) project: CodedResponse | null;
  @Out.object(() => NamedResponse) created_by: NamedResponse;
  @Out.list(() => ItemResponse) items: ItemResponse[];
  @Out.list(() => ApprovalResponse) approvals: ApprovalResponse[];
  @Out.list(() => AttachmentResponse) attachments: AttachmentResponse[];
}

export class OrderResponseB extends both(both(ORDER_B, StatusesB), OrderCourseResponse) {
  @Out.object(() => OrderVendorResponseB) vendor: OrderVendorResponseB;
  @Out.object(() => NamedResponse) department: NamedResponse;
  @Out.object(() => NamedResponse) requester: NamedResponse;
  @Out.object(() => CodedResponse, { nullable: true }) project: CodedResponse | null;
  @Out.list(() => LineResponse) lines: LineResponse[];
  @Out.list(() => OrderDocumentResponse) documents: OrderDocumentResponse[];
  @Out.list(() => ApprovalResponse) approvals: ApprovalResponse[];
}

export class SubmittedOrderResponse {
  @Out.id() id: number;
  @Out.oneOf(ORDER_STATUSES) status: OrderStatus;
  @Out.integer({ example: 1 }) current_approval_step: number;
  @Out.list(() => PendingApproverResponse) pending_approvers: PendingApproverResponse[];
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

export class SubmittedOrderResponseB {
  @Out.id() id: number;
  @Out.oneOf(FORM_B_STATUSES) status: FormBStatus;
  @Out.oneOf(APPROVAL_STATUSES) approval_status: ApprovalStatus;
  @Out.integer({ example: 1 }) current_approval_step: number;
  @Out.list(() => PendingApproverResponse) pending_approvers: PendingApproverResponse[];
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}
