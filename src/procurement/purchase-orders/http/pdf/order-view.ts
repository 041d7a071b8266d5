import { toApprovalsResponse } from '../../../approvals';
import type { CalendarDate } from '../../../../common/clock';
import type { DecimalInput } from '../../../../common/money';
import type { OrderStatus } from '../../domain/lifecycle';
import type { OrderRow, PartiesRow } from '../../queries/order-rows';

/** The values that the document of an order prints. None of them is markup. */
export interface OrderView {
  /** The buying organisation. */
  readonly tenantName: string;
  readonly poNumber: string;
  readonly status: OrderStatus;
  readonly createdAt: Date;
  readonly approvedAt: Date | null;
  readonly expectedDeliveryDate: CalendarDate | null;
  readonly vendor: OrderViewVendor;
  readonly department: Named | null;
  readonly project: Named | null;
  readonly requester: Named | null;
  readonly deliveryAddress: string | null;
  /** Days after the invoice; 0 is immediate. */
  readonly paymentTermsDays: number | null;
  /** ISO 4217. Determines the decimals of every amount. */
  readonly currency: string;
  readonly lines: readonly OrderViewLine[];
  /** Before VAT. */
  readonly subtotal: DecimalInput;
  readonly vatAmount: DecimalInput;
  readonly totalAmount: DecimalInput;
  readonly notes: string | null;
  readonly approvals: readonly OrderViewApproval[];
}

export interface Named {
  readonly name: string;
  readonly nameAr: string | null;
  readonly code?: string | null;
}

export interface OrderViewVendor {
  readonly name: string;
  readonly nameAr: string | null;
  readonly contactName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly vatNumber: string | null;
  readonly crNumber: string | null;
}

export interface OrderViewLine {
  readonly lineNumber: number;
  readonly description: string;
  readonly quantity: DecimalInput;
  readonly unit: string | null;
  readonly unitPrice: DecimalInput;
  /** Percent. */
  readonly vatRate: DecimalInput;
  /** Before VAT. */
  readonly net: DecimalInput;
  readonly vat: DecimalInput;
  /** VAT included. */
  readonly total: DecimalInput;
}

export interface OrderViewApproval {
  readonly step: number;
  /** The user who decided, otherwise the name of the step or the slug of its role. */
  readonly approver: string;
  /** The principal, if a delegate decided. */
  readonly onBehalfOf: string | null;
  readonly status: 'waiting' | 'pending' | 'approved' | 'rejected' | 'skipped';
  readonly decidedAt: Date | null;
  readonly comments: string | null;
}

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

/** The last round: a revised order has several. */
function approvalsOf(order: OrderRow): OrderViewApproval[] {
  const rows = toApprovalsResponse(order.steps);
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
