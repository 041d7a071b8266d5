import { presentApprovals } from '../../../approvals';
import type { OrderRow } from '../../queries/order-rows';
import type { PartiesRow } from './order-parties.sql';
import type { OrderView, OrderViewApproval } from './order-view';

/** What the document says of an order: the order's own answer and its parties. */
export function orderViewOf(order: OrderRow, parties: PartiesRow): OrderView {
  return {
    tenantName: parties.tenant_name,
    poNumber: order.po_number,
    status: order.status,
    createdAt: new Date(order.created_at),
    approvedAt: order.approved_at === null ? null : new Date(order.approved_at),
    expectedDeliveryDate: order.expected_delivery_date,
    vendor: {
      name: parties.vendor.name,
      nameAr: parties.vendor.name_ar,
      contactName: parties.vendor.contact_name,
      email: parties.vendor.email,
      phone: parties.vendor.phone,
      address: parties.vendor.address,
      vatNumber: parties.vendor.vat_number,
      crNumber: parties.vendor.cr_number,
    },
    department: { ...order.department, nameAr: parties.department_name_ar },
    project: order.project && { ...order.project, nameAr: parties.project_name_ar },
    requester: { name: order.created_by.name, nameAr: parties.requester_name_ar },
    deliveryAddress: order.delivery_address,
    paymentTermsDays: parties.vendor.payment_terms,
    currency: order.currency,
    lines: order.items.map((item) => ({
      lineNumber: item.line_number,
      description: item.description,
      quantity: item.quantity,
      unit: item.unit,
      unitPrice: item.unit_price,
      vatRate: item.vat_rate,
      net: item.net_amount,
      vat: item.vat_amount,
      total: item.total_amount,
    })),
    subtotal: order.subtotal,
    vatAmount: order.vat_amount,
    totalAmount: order.total_amount,
    notes: order.notes,
    approvals: approvalsOf(order),
  };
}

/** Of an order that was rejected and revised, the round that counts: the last. */
function approvalsOf(order: OrderRow): OrderViewApproval[] {
  const rows = presentApprovals(order.steps);
  const last = Math.max(...rows.map(({ round }) => round));
  return rows
    .filter(({ round }) => round === last)
    .map((row) => ({
      step: row.step,
      approver: row.approver,
      onBehalfOf: row.on_behalf_of,
      status: row.status,
      decidedAt: row.decided_at === null ? null : new Date(row.decided_at),
      comments: row.comments,
    }));
}
