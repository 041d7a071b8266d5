import { both, Out, WarningResponse } from '../../../platform/http';
import { ResponseOf } from '../../../platform/records';
import { ApprovalResponse, PendingApproverResponse } from '../../approvals';
import { AttachmentResponse, OrderDocumentResponse } from '../../documents';
import { ORDER_STATUSES, type OrderStatus } from '../domain/lifecycle';
import { ShownOrder } from '../entities/purchase-order.entity';
import { ShownLine } from '../entities/purchase-order-item.entity';
import { SUMMARY_FIELDS } from '../queries/order-rows';
import { APPROVAL_STATUSES, type ApprovalStatus, FORM_B_STATUSES, type FormBStatus, ORDER_WORDS_B } from './words';

/** A record of another module, by id and name. */
export class NamedResponse {
  @Out.id() id: number;
  @Out.text({ example: 'General' }) name: string;
}

/** The same with its short code. */
export class CodedResponse extends NamedResponse {
  @Out.text({ example: 'GEN' }) code: string;
}

/** An entry of an order's audit trail. */
export class AuditTrailEntryResponse {
  @Out.text({ example: 'submitted' }) action: string;
  @Out.text({ nullable: true, example: 'Sara Al-Qahtani' }) user: string | null;
  @Out.timestamp() timestamp: string;

  @Out.map({ nullable: true, description: 'More of what was done: the step decided, for whom, the reason.' })
  details: Readonly<Record<string, unknown>> | null;
}

/** Fields of a line that its progress decides; `ItemResponse` and `LineResponse` say them by hand. */
const PROGRESS = ['receivedQuantity', 'invoicedQuantity'] as const;

class LineProgressResponse {
  @Out.number({ description: 'Accepted less returned.', example: 0 }) received_quantity: number;
  @Out.number({ description: 'On approved invoices, less line credits.', example: 0 }) invoiced_quantity: number;
  @Out.number({ description: 'Still to be billed; 0 of a completed order.', example: 10 }) open_quantity: number;
}

const ITEM = ResponseOf(ShownLine, { omit: [...PROGRESS, 'netAmount'], aliases: { total_amount: 'total' } });
const LINE_B = ResponseOf(ShownLine, {
  omit: PROGRESS,
  aliases: { net_amount: 'total_ex_vat', total_amount: 'total_inc_vat' },
});

/** A line of an order under Form A's names, which the answer to a create shows in both forms. */
export class ItemResponse extends both(ITEM, LineProgressResponse) {}

/** A line of an order in Form B. */
export class LineResponse extends both(LINE_B, LineProgressResponse) {}

/** What an order comes to. */
class TotalsResponse extends ResponseOf(ShownOrder, { only: ['subtotal', 'vatAmount', 'totalAmount'] }) {}

/** What the order of a changed line comes to. */
export class ItemOrderResponse extends TotalsResponse {
  @Out.id() id: number;
}

/** What an order comes to, under Form B's names, which stand beside Form A's. */
class TotalsB {
  @Out.amount() total_ex_vat: number;
  @Out.amount() total_vat: number;
  @Out.amount() total_inc_vat: number;
}

/** The same in Form B. */
export class LineOrderResponse extends both(ItemOrderResponse, TotalsB) {}

/** A line after a change, with what its order comes to now. */
export class ChangedItemResponse extends ItemResponse {
  @Out.object(() => ItemOrderResponse) purchase_order: ItemOrderResponse;
}

/** The same in Form B. */
export class ChangedLineResponse extends LineResponse {
  @Out.object(() => LineOrderResponse) purchase_order: LineOrderResponse;
}

/** How an order came to where it is: what a whole order ends with in both forms. */
export class OrderCourseResponse {
  @Out.list(() => AuditTrailEntryResponse) audit_trail: readonly AuditTrailEntryResponse[];
  @Out.integer({ nullable: true, description: 'While it waits for approval.' }) current_approval_step: number | null;
  @Out.list(() => PendingApproverResponse) pending_approvers: PendingApproverResponse[];
  @Out.integer({ description: '1, and one more with each amendment applied.', example: 1 }) version: number;

  @Out.list(() => WarningResponse, {
    optional: true,
    description:
      'Those that stand now, and what the change that is answered says: NO_BUDGET for a submitted order that no budget covers, BUDGET_EXCEEDED for one that waits and its budget will not suffice for.',
  })
  warnings?: WarningResponse[];
}

/** What Form B calls fields of an order. */
const NAMES_B = {
  ...ORDER_WORDS_B.fields,
  subtotal: 'total_ex_vat',
  vat_amount: 'total_vat',
  total_amount: 'total_inc_vat',
} as const;

/** The ids of records that a whole order shows as objects. */
const NAMED = ['vendorId', 'departmentId', 'projectId'] as const;

/** What a new order has not come to, or has alike in all of them, or from its lines. */
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
const CREATED_B = ResponseOf(ShownOrder, { omit: LATER, aliases: ORDER_WORDS_B.fields });
const SUMMARY = ResponseOf(ShownOrder, { only: SUMMARY_FIELDS, omit: ['expectedDeliveryDate'] });
const SUMMARY_B = ResponseOf(ShownOrder, {
  only: SUMMARY_FIELDS,
  omit: ['status', 'subtotal', 'vatAmount', 'approvedAt'],
  aliases: NAMES_B,
});
const ORDER = ResponseOf(ShownOrder, { omit: NAMED });
const ORDER_B = ResponseOf(ShownOrder, { omit: [...NAMED, 'status'], aliases: NAMES_B });

/** A new order in Form A. */
export class CreatedOrderResponse extends both(CREATED, TotalsResponse) {
  @Out.oneOf(ORDER_STATUSES) status: OrderStatus;
  @Out.list(() => ItemResponse) items: ItemResponse[];
  @Out.list(() => AttachmentResponse) attachments: AttachmentResponse[];
}

class StandingB {
  @Out.oneOf(FORM_B_STATUSES) status: FormBStatus;
  @Out.oneOf(APPROVAL_STATUSES) approval_status: ApprovalStatus;
  @Out.day() request_date: string;
}

/** A new order in Form B: what the specification lists for every create, and Form B's own names. */
export class CreatedOrderResponseB extends both(both(CREATED_B, StandingB), both(TotalsResponse, TotalsB)) {
  @Out.list(() => ItemResponse) items: ItemResponse[];
  @Out.list(() => LineResponse) lines: LineResponse[];
  @Out.list(() => OrderDocumentResponse) documents: OrderDocumentResponse[];
}

/** An order in Form A's list. */
export class OrderSummaryResponse extends SUMMARY {
  @Out.object(() => NamedResponse) vendor: NamedResponse;
  @Out.object(() => NamedResponse) department: NamedResponse;
}

/** An order in Form B's list. */
export class OrderSummaryResponseB extends both(SUMMARY_B, StandingB) {
  @Out.object(() => NamedResponse) vendor: NamedResponse;
  @Out.object(() => NamedResponse) department: NamedResponse;
}

export class OrderVendorResponse extends NamedResponse {
  @Out.text({ nullable: true, example: 'orders@example.com' }) email: string | null;
}

export class OrderVendorResponseB extends NamedResponse {
  @Out.text({ nullable: true, example: 'orders@example.com' }) contact_email: string | null;
}

/** An order in Form A. */
export class OrderResponse extends both(ORDER, OrderCourseResponse) {
  @Out.object(() => OrderVendorResponse) vendor: OrderVendorResponse;
  @Out.object(() => CodedResponse) department: CodedResponse;
  @Out.object(() => CodedResponse, { nullable: true }) project: CodedResponse | null;
  @Out.object(() => NamedResponse) created_by: NamedResponse;
  @Out.list(() => ItemResponse) items: ItemResponse[];
  @Out.list(() => ApprovalResponse) approvals: ApprovalResponse[];
  @Out.list(() => AttachmentResponse) attachments: AttachmentResponse[];
}

/** An order in Form B. */
export class OrderResponseB extends both(both(ORDER_B, StandingB), OrderCourseResponse) {
  @Out.object(() => OrderVendorResponseB) vendor: OrderVendorResponseB;
  @Out.object(() => NamedResponse) department: NamedResponse;
  @Out.object(() => NamedResponse) requester: NamedResponse;
  @Out.object(() => CodedResponse, { nullable: true }) project: CodedResponse | null;
  @Out.list(() => LineResponse) lines: LineResponse[];
  @Out.list(() => OrderDocumentResponse) documents: OrderDocumentResponse[];
  @Out.list(() => ApprovalResponse) approvals: ApprovalResponse[];
}

/** The answer to a submit in Form A. */
export class SubmittedOrderResponse {
  @Out.id() id: number;
  @Out.oneOf(ORDER_STATUSES) status: OrderStatus;
  @Out.integer({ example: 1 }) current_approval_step: number;
  @Out.list(() => PendingApproverResponse) pending_approvers: PendingApproverResponse[];
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

/** The answer to a submit in Form B. */
export class SubmittedOrderResponseB {
  @Out.id() id: number;
  @Out.oneOf(FORM_B_STATUSES) status: FormBStatus;
  @Out.oneOf(APPROVAL_STATUSES) approval_status: ApprovalStatus;
  @Out.integer({ example: 1 }) current_approval_step: number;
  @Out.list(() => PendingApproverResponse) pending_approvers: PendingApproverResponse[];
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}
