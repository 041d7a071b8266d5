import { presentApprovals, presentPendingApprover } from '../../../approvals';
import type { Language } from '../../../common/messages';
import { toNumber } from '../../../common/money';
import { sayWarnings, type Warning } from '../../../common/messages/warning';
import { presentAttachment } from '../../../documents';
import { versioned } from '../../../http';
import type { SubmittedOrder } from '../../approval/approval.service';
import type { OrderTotals } from '../../domain/totals';
import type { ChangedItem } from '../../purchase-orders.service';
import type { CreatedOrder, OrderDetail, OrderSummaryRow } from '../../queries/order-rows';
import { presentItem, presentPending, presentTrail } from '../present';
import type {
  ChangedItemOut,
  CreatedOrderOut,
  ItemOrderOut,
  OrderOut,
  OrderSummaryOut,
  SubmittedOrderOut,
} from './answers';

export function presentChangedItem({ item, orderId, totals, version }: ChangedItem): ChangedItemOut {
  return versioned(
    {
      ...presentItem(item),
      purchase_order: {
        id: orderId,
        ...presentTotals(totals),
      },
    },
    version,
  );
}

/** What an order comes to. */
function presentTotals({ subtotal, vat, total }: OrderTotals): Omit<ItemOrderOut, 'id'> {
  return { subtotal: toNumber(subtotal), vat_amount: toNumber(vat), total_amount: toNumber(total) };
}

export function presentCreated(order: CreatedOrder): CreatedOrderOut {
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
      items: order.items.map(presentItem),
      attachments: order.documents.map(presentAttachment),
      created_at: order.createdAt.toISOString(),
    },
    1,
  );
}

export function presentSummary(order: OrderSummaryRow): OrderSummaryOut {
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
    created_at: order.created_at,
    approved_at: order.approved_at,
  };
}

export function presentSubmitted(order: SubmittedOrder, language: Language): SubmittedOrderOut {
  return {
    id: order.id,
    status: 'pending_approval',
    current_approval_step: order.currentStep,
    pending_approvers: order.pendingApprovers.map(presentPendingApprover),
    ...sayWarnings(order.warnings, language),
  };
}

export function presentOrder(
  { order, documents, deciders, warnings = [] }: OrderDetail & { readonly warnings?: readonly Warning[] },
  language: Language,
): OrderOut {
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
      items: order.items.map(presentItem),
      approvals: presentApprovals(order.steps),
      attachments: documents.map(presentAttachment),
      audit_trail: order.audit_trail.map(presentTrail),
      current_approval_step: order.current_step,
      pending_approvers: presentPending(order, deciders),
      version: order.document_version,
      created_at: order.created_at,
      updated_at: order.updated_at,
      submitted_at: order.submitted_at,
      approved_at: order.approved_at,
      rejected_at: order.rejected_at,
      rejection_reason: order.rejection_reason,
      cancelled_at: order.cancelled_at,
      cancellation_reason: order.cancellation_reason,
      completed_at: order.completed_at,
      closed_at: order.closed_at,
      close_reason: order.close_reason,
      ...sayWarnings(warnings, language),
    },
    order.version,
  );
}
