import type { PeopleRow, StepRow } from '../../approvals';
import { toNumber } from '../../../common/money';
import type { Warning } from '../../../common/warnings';
import type { OrderId, OrderItemId, UserId, VendorId } from '../../../common/records/ids';
import { type ResponseFields, ResponseOf } from '../../../platform/records';
import { both } from '../../../platform/validation';
import type { DocumentRow } from '../../documents';
import type { OrderStatus } from '../domain/lifecycle';
import type { ShownOrder } from '../entities/purchase-order.entity';
import { ShownLine, WrittenLine } from '../entities/purchase-order-item.entity';
import type { OrderTotals, PricedLine } from '../domain/totals';
import type { IdsByLineNumber, NewOrder } from '../purchase-orders.repository';

/** JSON under Form A's names. */
export type ItemRow = Readonly<ResponseFields<ShownLine>>;

export const SUMMARY_FIELDS = [
  'id',
  'poNumber',
  'status',
  'currency',
  'subtotal',
  'vatAmount',
  'totalAmount',
  'expectedDeliveryDate',
  'externalId',
  'metadata',
  'createdAt',
  'approvedAt',
] as const;

export interface OrderSummaryRow extends Readonly<ResponseFields<Pick<ShownOrder, (typeof SUMMARY_FIELDS)[number]>>> {
  readonly cancelled_from: OrderStatus | null;
  readonly vendor: { readonly id: VendorId; readonly name: string };
  readonly department: { readonly id: number; readonly name: string };
}

/** A full order without its possible approvers, read in one round trip. */
export interface OrderRow extends Readonly<
  ResponseFields<Omit<ShownOrder, 'vendorId' | 'departmentId' | 'projectId'>>
> {
  readonly cancelled_from: OrderStatus | null;
  readonly vendor: { readonly id: VendorId; readonly name: string; readonly email: string | null };
  readonly department: { readonly id: number; readonly name: string; readonly code: string };
  readonly project: { readonly id: number; readonly name: string; readonly code: string } | null;
  readonly created_by: { readonly id: UserId; readonly name: string };
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
  /** Rises with every change; the ETag. */
  readonly version: number;
}

/** Parties of an order, with fields that only its document prints. */
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

/** The possible approvers of an order, and the settings that restrict them. */
export interface Deciders {
  readonly people: PeopleRow;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Users that the self-approval rule may exclude. */
  readonly barredIds: readonly number[];
}

export interface OrderDetail {
  readonly order: OrderRow;
  readonly documents: readonly DocumentRow[];
  /** Present if the order is pending approval. */
  readonly deciders?: Deciders;
}

/** An order with its current warnings and those of a change. */
export interface ChangedOrder extends OrderDetail {
  readonly warnings?: readonly Warning[];
}

/** A new order, built from its input without reading it back. */
export interface CreatedOrder extends NewOrder {
  readonly id: OrderId;
  readonly createdAt: Date;
  readonly totals: OrderTotals;
  readonly items: readonly ItemRow[];
  readonly documents: readonly DocumentRow[];
}

export interface ChangedItem {
  readonly item: ItemRow;
  readonly orderId: OrderId;
  readonly totals: OrderTotals;
  /** Version of the order, which is also the ETag of the line. */
  readonly version: number;
}

/** The content of a new line and the fields that the service computes. */
class NewItem extends both(ResponseOf(WrittenLine, { omit: ['externalId', 'metadata'] }), ResponseOf(ShownLine)) {}

/** A saved line, equal to the row that a query would return. */
export function newItem({ line, amounts }: PricedLine, itemIds: IdsByLineNumber): ItemRow {
  return Object.assign(NewItem.from(line), {
    id: (line.id ?? itemIds.get(line.lineNumber) ?? 0) as OrderItemId,
    line_number: line.lineNumber,
    net_amount: toNumber(amounts.net),
    vat_amount: toNumber(amounts.vat),
    total_amount: toNumber(amounts.total),
    closed_quantity: 0,
    received_quantity: 0,
    invoiced_quantity: 0,
    external_id: line.externalId ?? null,
    metadata: line.metadata ?? {},
  });
}
