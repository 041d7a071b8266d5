import { Field, ListQuery, MAX_COMMENT, MAX_LINES, Parameter } from '../../../platform/http';
import { RequestOf } from '../../../platform/records';
import type { OrderId, UserId, VendorId } from '../../../common/records/ids';
import { RECEIPT_STATUSES, type ReceiptStatus } from '../domain/receipt';
import { WrittenReceipt, WrittenReceiptLine } from '../entities/goods-receipt.entity';
import type { CalendarDate, Instants } from '../../../common/clock';

export interface ReceiptFilter {
  readonly statuses?: readonly ReceiptStatus[] | undefined;
  readonly orderId?: OrderId | undefined;
  readonly vendorId?: VendorId | undefined;
  readonly projectId?: number | undefined;
  readonly createdById?: UserId | undefined;
  /** Inclusive days of the receipt time, UTC. */
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly updated?: Instants | undefined;
  readonly externalId?: string | undefined;
  /** Searches the numbers of the receipt and the delivery note. */
  readonly search?: string | undefined;
}

export class ReceiptLineDto extends RequestOf(WrittenReceiptLine, { required: ['quantityReceived'] }) {
  @Field.id({ description: 'The order line.' }) item_id: number;
}

export class PostReceiptDto extends RequestOf(WrittenReceipt) {
  @Field.objects(() => ReceiptLineDto, { min: 1, max: MAX_LINES }) lines: ReceiptLineDto[];
}

export class CancelReceiptDto {
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}

export class ReturnLineDto {
  @Field.id({ description: 'The order line.' }) item_id: number;
  @Field.quantity() quantity: number;
}

export class ReturnDto {
  @Field.objects(() => ReturnLineDto, { min: 1, max: MAX_LINES }) lines: ReturnLineDto[];
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}

const SORTABLE = ['created_at', 'updated_at', 'received_at', 'gr_number', 'status', 'id'] as const;

export class OrderReceiptsQuery extends ListQuery({
  sortable: SORTABLE,
  search: 'the receipt’s and the delivery note’s number',
  updated: true,
}) {
  @Parameter.someOf(RECEIPT_STATUSES, {
    description: 'Receipts in this status. Cancelled receipts do not count as received.',
    example: 'posted',
  })
  status?: ReceiptStatus[];

  @Parameter.day({ description: 'received_at on this day (UTC) or later.', example: '2026-03-01' }) from_date?: string;
  @Parameter.day({ description: 'received_at on this day (UTC) or earlier.', example: '2026-03-31' }) to_date?: string;
  @Parameter.id({ description: 'Receipts posted by this user.', example: 1 }) created_by_id?: UserId;

  @Parameter.externalId() external_id?: string;

  toFilter(): ReceiptFilter {
    const { status: statuses, from_date: from, to_date: to, created_by_id: createdById, search } = this;
    return { statuses, from, to, createdById, updated: this.updated(), externalId: this.external_id, search };
  }
}

export class ReceiptsQuery extends OrderReceiptsQuery {
  @Parameter.id({ description: 'Receipts of this order.', example: 1 }) purchase_order_id?: OrderId;
  @Parameter.id({ description: 'The same as purchase_order_id.', example: 1 }) po_id?: OrderId;
  @Parameter.id({ description: 'Receipts of orders with this vendor.', example: 1 }) vendor_id?: VendorId;
  @Parameter.id({ description: 'Receipts of orders of this project.', example: 1 }) project_id?: number;

  override toFilter(): ReceiptFilter {
    const orderId = this.purchase_order_id ?? this.po_id;
    return { ...super.toFilter(), orderId, vendorId: this.vendor_id, projectId: this.project_id };
  }
}
