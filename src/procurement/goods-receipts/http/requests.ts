import { Field, ListQuery, MAX_COMMENT, MAX_LINES, Parameter } from '../../../platform/http';
import { RequestOf } from '../../../platform/records';
import type { OrderId, UserId, VendorId } from '../../../common/records/ids';
import { RECEIPT_STATUSES, type ReceiptStatus } from '../domain/receipt';
import { WrittenReceipt, WrittenReceiptLine } from '../entities/goods-receipt.entity';
import type { CalendarDate, Instants } from '../../../common/clock';

/** What a list may be narrowed to. */
export interface ReceiptFilter {
  readonly statuses?: readonly ReceiptStatus[] | undefined;
  readonly orderId?: OrderId | undefined;
  readonly vendorId?: VendorId | undefined;
  readonly projectId?: number | undefined;
  readonly createdById?: UserId | undefined;
  /** Inclusive days of the receiving, UTC. */
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly updated?: Instants | undefined;
  readonly externalId?: string | undefined;
  /** Looked for in the receipt's and the delivery note's number. */
  readonly search?: string | undefined;
}

/** What a delivery brought of one line of the order. */
export class ReceiptLineDto extends RequestOf(WrittenReceiptLine, { required: ['quantityReceived'] }) {
  @Field.id({ description: 'The line of the order.' }) item_id: number;
}

/** A delivery to be taken in. */
export class PostReceiptDto extends RequestOf(WrittenReceipt) {
  @Field.objects(() => ReceiptLineDto, { min: 1, max: MAX_LINES }) lines: ReceiptLineDto[];
}

/** Why a receipt is cancelled. */
export class CancelReceiptDto {
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}

/** How much of one line goes back. */
export class ReturnLineDto {
  @Field.id({ description: 'The line of the order.' }) item_id: number;
  @Field.quantity() quantity: number;
}

/** Goods of a receipt that go back to the vendor. */
export class ReturnDto {
  @Field.objects(() => ReturnLineDto, { min: 1, max: MAX_LINES }) lines: ReturnLineDto[];
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}

const SORTABLE = ['created_at', 'updated_at', 'received_at', 'gr_number', 'status', 'id'] as const;

/** Filters that make sense for the receipts of one order. */
export class OrderReceiptsQuery extends ListQuery({
  sortable: SORTABLE,
  search: 'the receipt’s and the delivery note’s number',
  updated: true,
}) {
  @Parameter.someOf(RECEIPT_STATUSES, { description: 'A cancelled receipt counts for nothing.', example: 'posted' })
  status?: ReceiptStatus[];

  @Parameter.day({ description: 'Received on this day (UTC) or later.', example: '2026-03-01' }) from_date?: string;
  @Parameter.day({ description: 'Received on this day (UTC) or earlier.', example: '2026-03-31' }) to_date?: string;
  @Parameter.id({ description: 'Recorded by this user.', example: 1 }) created_by_id?: UserId;

  @Parameter.externalId() external_id?: string;

  toFilter(): ReceiptFilter {
    const { status: statuses, from_date: from, to_date: to, created_by_id: createdById, search } = this;
    return { statuses, from, to, createdById, updated: this.updated(), externalId: this.external_id, search };
  }
}

/** Filters for the receipts of all orders. */
export class ReceiptsQuery extends OrderReceiptsQuery {
  @Parameter.id({ description: 'Receipts of this order.', example: 1 }) purchase_order_id?: OrderId;
  @Parameter.id({ description: 'The same as purchase_order_id.', example: 1 }) po_id?: OrderId;
  @Parameter.id({ description: 'Receipts of this vendor’s orders.', example: 1 }) vendor_id?: VendorId;
  @Parameter.id({ description: 'Receipts of this project’s orders.', example: 1 }) project_id?: number;

  override toFilter(): ReceiptFilter {
    const orderId = this.purchase_order_id ?? this.po_id;
    return { ...super.toFilter(), orderId, vendorId: this.vendor_id, projectId: this.project_id };
  }
}
