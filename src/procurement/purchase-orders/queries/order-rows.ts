import type { ExpenseType, PeopleRow, StepRow } from '../../approvals';
import { toNumber } from '../../../common/money';
import type { Warning } from '../../../common/warnings';
import type { Metadata } from '../../../common/records/external';
import type { OrderId, UserId, VendorId } from '../../../common/records/ids';
import type { DocumentRow } from '../../documents';
import type { OrderStatus } from '../domain/lifecycle';
import type { OrderTotals, PricedLine } from '../domain/totals';
import type { IdsByLineNumber, NewOrder } from '../purchase-orders.repository';

/** A line as the read side answers it. */
export interface ItemRow {
  readonly id: number;
  readonly line_number: number;
  readonly description: string;
  readonly quantity: number;
  readonly unit: string | null;
  readonly unit_price: number;
  readonly vat_rate: number;
  readonly net_amount: number;
  readonly vat_amount: number;
  readonly total_amount: number;
  readonly closed_quantity: number;
  readonly received_quantity: number;
  readonly invoiced_quantity: number;
  readonly external_id: string | null;
  readonly metadata: Metadata;
}

/** An order in a list. */
export interface OrderSummaryRow {
  readonly id: OrderId;
  readonly po_number: string;
  readonly status: OrderStatus;
  readonly cancelled_from: OrderStatus | null;
  readonly vendor: { readonly id: VendorId; readonly name: string };
  readonly department: { readonly id: number; readonly name: string };
  readonly currency: string;
  readonly subtotal: number;
  readonly vat_amount: number;
  readonly total_amount: number;
  readonly expected_delivery_date: string | null;
  readonly external_id: string | null;
  readonly metadata: Metadata;
  readonly created_at: string;
  readonly approved_at: string | null;
}

/** A whole order, read in one round trip, but who could decide it. */
export interface OrderRow extends Omit<OrderSummaryRow, 'vendor' | 'department'> {
  readonly vendor: { readonly id: VendorId; readonly name: string; readonly email: string | null };
  readonly department: { readonly id: number; readonly name: string; readonly code: string };
  readonly project: { readonly id: number; readonly name: string; readonly code: string } | null;
  readonly created_by: { readonly id: UserId; readonly name: string };
  readonly expense_type: ExpenseType;
  readonly notes: string | null;
  readonly delivery_address: string | null;
  readonly items: readonly ItemRow[];
  readonly audit_trail: readonly {
    readonly action: string;
    readonly user: string | null;
    readonly timestamp: string;
    readonly details: Readonly<Record<string, unknown>> | null;
  }[];
  readonly steps: readonly StepRow[];
  readonly current_step: number | null;
  readonly document_version: number;
  readonly updated_at: string;
  readonly submitted_at: string | null;
  readonly rejected_at: string | null;
  readonly rejection_reason: string | null;
  readonly cancelled_at: string | null;
  readonly cancellation_reason: string | null;
  readonly completed_at: string | null;
  readonly closed_at: string | null;
  readonly close_reason: string | null;
  /** Raised with every change; the ETag. */
  readonly version: number;
}

/** Who takes part in an order, with what the document says of them beyond the order's own answer. */
export interface PartiesRow {
  readonly tenant_name: string;
  readonly vendor: {
    readonly name: string;
    readonly name_ar: string | null;
    readonly contact_name: string | null;
    readonly email: string | null;
    readonly phone: string | null;
    readonly address: string | null;
    readonly vat_number: string | null;
    readonly cr_number: string | null;
    readonly payment_terms: number;
  };
  readonly department_name_ar: string | null;
  readonly project_name_ar: string | null;
  readonly requester_name_ar: string | null;
}

/** Who could decide an order, and the tenant's settings, which say who of them may. */
export interface Deciders {
  readonly people: PeopleRow;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whose own approval the settings may bar. */
  readonly barredIds: readonly number[];
}

/** An order with its documents. */
export interface OrderDetail {
  readonly order: OrderRow;
  readonly documents: readonly DocumentRow[];
  /** There for an order that waits for approval. */
  readonly deciders?: Deciders;
}

/** An order with what whoever reads, changes or decides it should know. */
export interface ChangedOrder extends OrderDetail {
  readonly warnings?: readonly Warning[];
}

/** A new order as its creation knows it: nothing is read back. */
export interface CreatedOrder extends NewOrder {
  readonly id: OrderId;
  readonly createdAt: Date;
  readonly totals: OrderTotals;
  readonly items: readonly ItemRow[];
  readonly documents: readonly DocumentRow[];
}

/** A line after a change, and what its order comes to now. */
export interface ChangedItem {
  readonly item: ItemRow;
  readonly orderId: OrderId;
  readonly totals: OrderTotals;
  /** The order's, which is also the line's ETag. */
  readonly version: number;
}

/** A line that was just written, as the read side would answer it. */
export function newItem({ line, amounts }: PricedLine, itemIds: IdsByLineNumber): ItemRow {
  return {
    id: line.id ?? itemIds.get(line.lineNumber) ?? 0,
    line_number: line.lineNumber,
    description: line.description,
    quantity: toNumber(line.quantity),
    unit: line.unit,
    unit_price: toNumber(line.unitPrice),
    vat_rate: toNumber(line.vatRate),
    net_amount: toNumber(amounts.net),
    vat_amount: toNumber(amounts.vat),
    total_amount: toNumber(amounts.total),
    closed_quantity: 0,
    received_quantity: 0,
    invoiced_quantity: 0,
    external_id: line.externalId ?? null,
    metadata: line.metadata ?? {},
  };
}
