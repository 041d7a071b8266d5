import { ExternalIn, Field, ListQuery, MAX_COMMENT, MAX_LINES, MAX_NOTES, Parameter } from '../../http';
import type { OrderId, VendorId } from '../../common/records/ids';
import { RECEIPT_STATUSES, type ReceiptStatus } from '../domain/receipt';
import type { ReceiptFilter } from '../queries/goods-receipts.queries';

/** What a delivery brought of one line of the order. */
export class ReceiptLineInput {
  @Field.id({ description: 'The line of the order.' }) item_id: number;
  @Field.quantity({ description: 'All that came, what is rejected included.' }) quantity_received: number;

  @Field.quantity({ optional: true, zero: true, description: 'What was refused on arrival.' })
  quantity_rejected?: number;

  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true }) rejection_reason?: string | null;
}

/** A delivery to be taken in. */
export class PostReceiptInput extends ExternalIn {
  @Field.timestamp({ optional: true, description: 'When the goods came, at most a day ahead; now when left out.' })
  received_at?: string;

  @Field.text({ optional: true, nullable: true, description: 'Number of the vendor’s delivery note.' })
  delivery_note_number?: string | null;

  @Field.text({ optional: true, nullable: true, max: MAX_NOTES, multiline: true }) notes?: string | null;
  @Field.objects(() => ReceiptLineInput, { min: 1, max: MAX_LINES }) lines: ReceiptLineInput[];
}

/** Why a receipt is cancelled. */
export class CancelReceiptInput {
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}

/** How much of one line goes back. */
export class ReturnLineInput {
  @Field.id({ description: 'The line of the order.' }) item_id: number;
  @Field.quantity() quantity: number;
}

/** Goods of a receipt that go back to the vendor. */
export class ReturnInput {
  @Field.objects(() => ReturnLineInput, { min: 1, max: MAX_LINES }) lines: ReturnLineInput[];
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}

const SORTABLE = ['created_at', 'received_at', 'gr_number', 'status', 'id'] as const;

/** Filters that make sense for the receipts of one order. */
export class OrderReceiptsQuery extends ListQuery({
  sortable: SORTABLE,
  search: 'the receipt’s and the delivery note’s number',
}) {
  @Parameter.oneOf(RECEIPT_STATUSES) status?: ReceiptStatus;
  @Parameter.day({ description: 'Received on this day or later.' }) from_date?: string;
  @Parameter.day({ description: 'Received on this day or earlier.' }) to_date?: string;
  @Parameter.externalId() external_id?: string;

  toFilter(): ReceiptFilter {
    const { status, from_date: from, to_date: to, external_id: externalId, search } = this;
    return { status, from, to, externalId, search };
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
