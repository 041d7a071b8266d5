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

/** A line as the read side answers it: JSON under Form A's names. */
export type ItemRow = Readonly<ResponseFields<ShownLine>>;

/** The fields of an order that lists read. */
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

/** An order in a list. */
export interface OrderSummaryRow extends Readonly<ResponseFields<Pick<ShownOrder, (typeof SUMMARY_FIELDS)[number]>>> {
  readonly cancelled_from: OrderStatus | null;
  readonly vendor: { readonly id: VendorId; readonly name: string };
  readonly department: { readonly id: number; readonly name: string };
}

/** A whole order, read in one round trip, but who could decide it. */
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

const CONTENT = ['description', 'quantity', 'unit', 'unitPrice', 'vatRate'] as const;

/** A new line's content, and beside it what the service makes of it. */
class NewItem extends both(
  ResponseOf(WrittenLine, { omit: ['externalId', 'metadata'] }),
  ResponseOf(ShownLine, { omit: CONTENT }),
) {}

/** A line that was just written, as the read side would answer it. */
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
