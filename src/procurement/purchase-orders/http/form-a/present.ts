import { presentApprovals, presentPendingApprover } from '../../../approvals';
import type { Language } from '../../../../messages';
import { sayWarnings } from '../../../../common/warnings';
import { presentAttachment } from '../../../documents';
import { versioned } from '../../../../platform/http';
import type { SubmittedOrder } from '../../approval/approval.service';
import type { ChangedItem, ChangedOrder, CreatedOrder, OrderSummaryRow } from '../../queries/order-rows';
import { presentCourse, presentItem, presentTotals } from '../present';
import type {
  ChangedItemResponse,
  CreatedOrderResponse,
  OrderResponse,
  OrderSummaryResponse,
  SubmittedOrderResponse,
} from './answers';

export function presentChangedItem({ item, orderId, totals, version }: ChangedItem): ChangedItemResponse {
  return versioned(
    { ...presentItem(item, 'draft'), purchase_order: { id: orderId, ...presentTotals(totals) } },
    version,
  );
}

export function presentCreated(order: CreatedOrder): CreatedOrderResponse {
  return versioned(
    {
      id: order.id,
      po_number: order.poNumber,
      status: 'draft',
      vendor_id: order.vendorId,
      department_id: order.departmentId,
      project_id: order.projectId,
      currency: order.currency,
      expense_type: order.expenseType,
      notes: order.notes,
      delivery_address: order.deliveryAddress,
      expected_delivery_date: order.expectedDeliveryDate,
      ...presentTotals(order.totals),
      items: order.items.map((item) => presentItem(item, 'draft')),
      attachments: order.documents.map(presentAttachment),
      external_id: order.externalId,
      metadata: order.metadata,
      created_at: order.createdAt.toISOString(),
    },
    1,
  );
}

export function presentSummary(order: OrderSummaryRow): OrderSummaryResponse {
  return {
    id: order.id,
    po_number: order.po_number,
    status: order.status,
    vendor: order.vendor,
    department: order.department,
    currency: order.currency,
    subtotal: order.subtotal,
    vat_amount: order.vat_amount,
    total_amount: order.total_amount,
    external_id: order.external_id,
    metadata: order.metadata,
    created_at: order.created_at,
    approved_at: order.approved_at,
  };
}

export function presentSubmitted(order: SubmittedOrder, language: Language): SubmittedOrderResponse {
  return {
    id: order.id,
    status: 'pending_approval',
    current_approval_step: order.currentStep,
    pending_approvers: order.pendingApprovers.map(presentPendingApprover),
    ...sayWarnings(order.warnings, language),
  };
}

export function presentOrder(changed: ChangedOrder, language: Language): OrderResponse {
  const { order, documents } = changed;
  return versioned(
    {
      id: order.id,
      po_number: order.po_number,
      status: order.status,
      vendor: order.vendor,
      department: order.department,
      project: order.project,
      created_by: order.created_by,
      currency: order.currency,
      expense_type: order.expense_type,
      subtotal: order.subtotal,
      vat_amount: order.vat_amount,
      total_amount: order.total_amount,
      notes: order.notes,
      delivery_address: order.delivery_address,
      expected_delivery_date: order.expected_delivery_date,
      items: order.items.map((item) => presentItem(item, order.status)),
      approvals: presentApprovals(order.steps),
      attachments: documents.map(presentAttachment),
      ...presentCourse(changed, language),
    },
    order.version,
  );
}
