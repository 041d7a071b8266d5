import type { OrderId, VendorId } from '../../common/records/ids';
import { ListQuery, Parameter } from '../../http';
import { RECEIPT_STATUSES, type ReceiptStatus } from '../domain/receipt-status';
import type { ReceiptFilter } from '../queries/receipt-filters';

const SORTABLE = ['created_at', 'received_at', 'gr_number', 'status', 'id'] as const;

/** Filters that make sense for the receipts of one order. */
export class OrderReceiptsQuery extends ListQuery({
  sortable: SORTABLE,
  search: 'the receipt’s and the delivery note’s number',
}) {
  @Parameter.oneOf(RECEIPT_STATUSES) status?: ReceiptStatus;
  @Parameter.dayOrTimestamp({ description: 'Received on this day or later.' }) from_date?: string;
  @Parameter.dayOrTimestamp({ description: 'Received on this day or earlier.' }) to_date?: string;

  toFilter(): ReceiptFilter {
    const { status, from_date: from, to_date: to, search } = this;
    return { status, from, to, search };
  }
}

/** Filters for the receipts of all orders. */
export class ReceiptsQuery extends OrderReceiptsQuery {
  @Parameter.id() purchase_order_id?: OrderId;
  @Parameter.id({ description: 'The same as purchase_order_id.' }) po_id?: OrderId;
  @Parameter.id() vendor_id?: VendorId;

  override toFilter(): ReceiptFilter {
    const orderId = this.purchase_order_id ?? this.po_id;
    return { ...super.toFilter(), orderId, vendorId: this.vendor_id };
  }
}
