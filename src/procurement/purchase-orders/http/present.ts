import {
  type ApprovalSides,
  pendingApprovers,
  type PendingApproverResponse,
  toApprovalsResponse,
  toPendingApproverResponse,
  type StepRow,
} from '../../approvals';
import { toWarningsResponse } from '../../../common/warnings';
import { toNumber } from '../../../common/money';
import type { Language } from '../../../messages';
import { versioned } from '../../../platform/http';
import { withInitialValues } from '../../../organisation/tenants';
import { toAttachmentResponse, toOrderDocumentResponse } from '../../documents';
import type { SubmittedOrder } from '../approval/approval.service';
import type { OrderStatus } from '../domain/lifecycle';
import { lineProgress } from '../domain/progress';
import type { OrderTotals } from '../domain/totals';
import type {
  ChangedItem,
  ChangedOrder,
  CreatedOrder,
  Deciders,
  ItemRow,
  OrderSummaryRow,
} from '../queries/order-rows';
import {
  type ChangedItemResponse,
  type ChangedLineResponse,
  CreatedOrderResponse,
  CreatedOrderResponseB,
  ItemResponse,
  LineResponse,
  type OrderCourseResponse,
  OrderResponse,
  OrderResponseB,
  OrderSummaryResponse,
  OrderSummaryResponseB,
  type SubmittedOrderResponse,
  type SubmittedOrderResponseB,
} from './answers';
import { approvalStatus, formBStatus } from './aliases';

export function toItemResponse(item: ItemRow, status: OrderStatus): ItemResponse {
  return Object.assign(ItemResponse.fromJson(item), progressOf(item, status));
}

export function toLineResponse(item: ItemRow, status: OrderStatus): LineResponse {
  return Object.assign(LineResponse.fromJson(item), progressOf(item, status));
}

/** A completed order has no open quantity, not even on free lines that were never billed. */
function progressOf(
  item: ItemRow,
  status: OrderStatus,
): Pick<ItemResponse, 'received_quantity' | 'invoiced_quantity' | 'open_quantity'> {
  const { received, invoiced, open } = lineProgress({
    itemId: item.id,
    quantity: item.quantity,
    closedQuantity: item.closed_quantity,
    accepted: item.received_quantity,
    billed: item.invoiced_quantity,
  });
  return {
    received_quantity: toNumber(received),
    invoiced_quantity: toNumber(invoiced),
    open_quantity: status === 'completed' ? 0 : toNumber(open),
  };
}

export function toChangedItemResponse({ item, orderId, totals, version }: ChangedItem): ChangedItemResponse {
  const purchase_order = { id: orderId, ...totalsA(totals) };
  return versioned(Object.assign(toItemResponse(item, 'draft'), { purchase_order }), version);
}

export function toChangedLineResponse({ item, orderId, totals, version }: ChangedItem): ChangedLineResponse {
  const purchase_order = { id: orderId, ...totalsA(totals), ...totalsB(totals) };
  return versioned(Object.assign(toLineResponse(item, 'draft'), { purchase_order }), version);
}

function totalsA({ subtotal, vat, total }: OrderTotals) {
  return { subtotal: toNumber(subtotal), vat_amount: toNumber(vat), total_amount: toNumber(total) };
}

function totalsB({ subtotal, vat, total }: OrderTotals) {
  return { total_ex_vat: toNumber(subtotal), total_vat: toNumber(vat), total_inc_vat: toNumber(total) };
}

export function toCreatedResponse(order: CreatedOrder): CreatedOrderResponse {
  const response = Object.assign(CreatedOrderResponse.from(order), totalsA(order.totals), {
    status: 'draft' as const,
    items: order.items.map((item) => toItemResponse(item, 'draft')),
    attachments: order.documents.map(toAttachmentResponse),
  });
  return versioned(response, 1);
}

export function toCreatedResponseB(order: CreatedOrder): CreatedOrderResponseB {
  const response = Object.assign(CreatedOrderResponseB.from(order), totalsA(order.totals), totalsB(order.totals), {
    status: 'draft' as const,
    approval_status: 'draft' as const,
    request_date: dayOf(order.createdAt.toISOString()),
    items: order.items.map((item) => toItemResponse(item, 'draft')),
    lines: order.items.map((item) => toLineResponse(item, 'draft')),
    documents: order.documents.map(toOrderDocumentResponse),
  });
  return versioned(response, 1);
}

export function toSummaryResponse(order: OrderSummaryRow): OrderSummaryResponse {
  return Object.assign(OrderSummaryResponse.fromJson(order), { vendor: order.vendor, department: order.department });
}

export function toSummaryResponseB(order: OrderSummaryRow): OrderSummaryResponseB {
  const { vendor, department } = order;
  return Object.assign(OrderSummaryResponseB.fromJson(order), statusesB(order), { vendor, department });
}

function statusesB({ status, cancelled_from, created_at }: OrderSummaryRow) {
  return {
    status: formBStatus(status),
    approval_status: approvalStatus(status, cancelled_from),
    request_date: dayOf(created_at),
  };
}

/** The UTC day of an ISO timestamp. */
function dayOf(timestamp: string): string {
  return timestamp.slice(0, 10);
}

export function toSubmittedResponse(order: SubmittedOrder, language: Language): SubmittedOrderResponse {
  return {
    id: order.id,
    status: 'pending_approval',
    current_approval_step: order.currentStep,
    pending_approvers: order.pendingApprovers.map(toPendingApproverResponse),
    ...toWarningsResponse(order.warnings, language),
  };
}

export function toSubmittedResponseB(order: SubmittedOrder, language: Language): SubmittedOrderResponseB {
  return {
    id: order.id,
    status: 'pending',
    approval_status: 'pending',
    current_approval_step: order.currentStep,
    pending_approvers: order.pendingApprovers.map(toPendingApproverResponse),
    ...toWarningsResponse(order.warnings, language),
  };
}

export function toOrderResponse(changed: ChangedOrder, language: Language): OrderResponse {
  const { order, documents } = changed;
  const response = Object.assign(OrderResponse.fromJson(order), courseOf(changed, language), {
    vendor: order.vendor,
    department: order.department,
    project: order.project,
    created_by: order.created_by,
    items: order.items.map((item) => toItemResponse(item, order.status)),
    approvals: toApprovalsResponse(order.steps),
    attachments: documents.map(toAttachmentResponse),
  });
  return versioned(response, order.version);
}

export function toOrderResponseB(changed: ChangedOrder, language: Language): OrderResponseB {
  const { order, documents } = changed;
  const { vendor, department } = order;
  const response = Object.assign(OrderResponseB.fromJson(order), courseOf(changed, language), statusesB(order), {
    vendor: { id: vendor.id, name: vendor.name, contact_email: vendor.email },
    department: { id: department.id, name: department.name },
    requester: order.created_by,
    project: order.project,
    lines: order.items.map((item) => toLineResponse(item, order.status)),
    documents: documents.map(toOrderDocumentResponse),
    approvals: toApprovalsResponse(order.steps),
  });
  return versioned(response, order.version);
}

export const ORDER_RESPONSE = { a: OrderResponse, b: OrderResponseB };
export const ORDER_IN_FORM = { a: toOrderResponse, b: toOrderResponseB };

function courseOf({ order, deciders, warnings = [] }: ChangedOrder, language: Language): OrderCourseResponse {
  return {
    audit_trail: order.audit_trail,
    current_approval_step: order.current_step,
    pending_approvers: toPendingResponse(order.department.id, order.steps, deciders),
    version: order.document_version,
    ...toWarningsResponse(warnings, language),
  };
}

/** The current approvers; empty unless the document is pending. */
export function toPendingResponse(
  departmentId: number,
  steps: readonly StepRow[],
  deciders: Deciders | undefined,
): PendingApproverResponse[] {
  if (!deciders) return [];
  const { people, barredIds } = deciders;
  const sides: ApprovalSides = { barredIds, departmentId };
  const settings = withInitialValues(deciders.settings);
  return pendingApprovers(sides, steps, people, settings).map(toPendingApproverResponse);
}
