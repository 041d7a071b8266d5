import { presentApprovals, presentPendingApprover } from '../../../approvals';
import type { Language } from '../../../../messages';
import { sayWarnings } from '../../../../common/warnings';
import { presentOrderDocument } from '../../../documents';
import { versioned } from '../../../../platform/http';
import type { SubmittedOrder } from '../../approval/approval.service';
import type { OrderStatus } from '../../domain/lifecycle';
import type { OrderTotals } from '../../domain/totals';
import type { ChangedItem, ChangedOrder, CreatedOrder, ItemRow, OrderSummaryRow } from '../../queries/order-rows';
import { presentCourse, presentItem, presentProgress, presentTotals } from '../present';
import type {
  ChangedLineResponse,
  CreatedOrderResponseB,
  LineOrderResponse,
  LineResponse,
  OrderResponseB,
  OrderSummaryResponseB,
  SubmittedOrderResponseB,
} from './answers';
import { approvalStatus, formBStatus } from './words';

export function presentLine(item: ItemRow, status: OrderStatus): LineResponse {
  const { received_quantity, invoiced_quantity, open_quantity } = presentProgress(item, status);
  return {
    id: item.id,
    line_number: item.line_number,
    description: item.description,
    quantity: item.quantity,
    unit: item.unit,
    unit_price: item.unit_price,
    vat_rate: item.vat_rate,
    vat_amount: item.vat_amount,
    total_ex_vat: item.net_amount,
    total_inc_vat: item.total_amount,
    received_quantity,
    invoiced_quantity,
    closed_quantity: item.closed_quantity,
    open_quantity,
    external_id: item.external_id,
    metadata: item.metadata,
  };
}

export function presentChangedLine({ item, orderId, totals, version }: ChangedItem): ChangedLineResponse {
  return versioned({ ...presentLine(item, 'draft'), purchase_order: { id: orderId, ...bothNames(totals) } }, version);
}

export function presentCreatedB(order: CreatedOrder): CreatedOrderResponseB {
  const createdAt = order.createdAt.toISOString();
  return versioned(
    {
      id: order.id,
      po_number: order.poNumber,
      status: 'draft',
      approval_status: 'draft',
      vendor_id: order.vendorId,
      department_id: order.departmentId,
      project_id: order.projectId,
      currency: order.currency,
      expense_type: order.expenseType,
      description: order.notes,
      delivery_address: order.deliveryAddress,
      request_date: dayOf(createdAt),
      required_date: order.expectedDeliveryDate,
      ...bothNames(order.totals),
      items: order.items.map((item) => presentItem(item, 'draft')),
      lines: order.items.map((item) => presentLine(item, 'draft')),
      documents: order.documents.map(presentOrderDocument),
      external_id: order.externalId,
      metadata: order.metadata,
      created_at: createdAt,
    },
    1,
  );
}

export function presentSummaryB(order: OrderSummaryRow): OrderSummaryResponseB {
  return {
    id: order.id,
    po_number: order.po_number,
    vendor: order.vendor,
    department: order.department,
    total_inc_vat: order.total_amount,
    currency: order.currency,
    status: formBStatus(order.status),
    approval_status: approvalStatus(order.status, order.cancelled_from),
    request_date: dayOf(order.created_at),
    required_date: order.expected_delivery_date,
    external_id: order.external_id,
    metadata: order.metadata,
    created_at: order.created_at,
  };
}

export function presentSubmittedB(order: SubmittedOrder, language: Language): SubmittedOrderResponseB {
  return {
    id: order.id,
    status: 'pending',
    approval_status: 'pending',
    current_approval_step: order.currentStep,
    pending_approvers: order.pendingApprovers.map(presentPendingApprover),
    ...sayWarnings(order.warnings, language),
  };
}

export function presentOrderB(changed: ChangedOrder, language: Language): OrderResponseB {
  const { order, documents } = changed;
  return versioned(
    {
      id: order.id,
      po_number: order.po_number,
      vendor: { id: order.vendor.id, name: order.vendor.name, contact_email: order.vendor.email },
      department: { id: order.department.id, name: order.department.name },
      requester: order.created_by,
      project: order.project,
      lines: order.items.map((item) => presentLine(item, order.status)),
      documents: documents.map(presentOrderDocument),
      total_ex_vat: order.subtotal,
      total_vat: order.vat_amount,
      total_inc_vat: order.total_amount,
      currency: order.currency,
      status: formBStatus(order.status),
      approval_status: approvalStatus(order.status, order.cancelled_from),
      expense_type: order.expense_type,
      description: order.notes,
      delivery_address: order.delivery_address,
      request_date: dayOf(order.created_at),
      required_date: order.expected_delivery_date,
      approvals: presentApprovals(order.steps),
      ...presentCourse(changed, language),
    },
    order.version,
  );
}

/** What an order comes to, under the names of both forms. */
function bothNames(totals: OrderTotals): Omit<LineOrderResponse, 'id'> {
  const named = presentTotals(totals);
  const { subtotal: total_ex_vat, vat_amount: total_vat, total_amount: total_inc_vat } = named;
  return { ...named, total_ex_vat, total_vat, total_inc_vat };
}

/** The UTC day of an ISO timestamp. */
function dayOf(timestamp: string): string {
  return timestamp.slice(0, 10);
}
