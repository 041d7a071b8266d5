import { Field, ListQuery, MAX_COMMENT, MAX_LINES, MAX_NOTES, Parameter } from '../../http';
import { RECEIPT_STATUSES, type ReceiptStatus } from '../domain/receipt-status';

/** What a delivery brought of one line of the order. */
export class ReceiptLineInput {
  @Field.id({ description: 'The line of the order.' })
  item_id: number;

  @Field.quantity({ description: 'All that came, what is rejected included.' })
  quantity_received: number;

  @Field.quantity({ optional: true, zero: true, description: 'What was refused on arrival.' })
  quantity_rejected?: number;

  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true })
  rejection_reason?: string | null;
}

export class PostReceiptInput {
  @Field.timestamp({ optional: true, description: 'When the goods came; now when left out.' })
  received_at?: string;

  @Field.text({ optional: true, nullable: true, description: 'Number of the vendor’s delivery note.' })
  delivery_note_number?: string | null;

  @Field.text({ optional: true, nullable: true, max: MAX_NOTES, multiline: true })
  notes?: string | null;

  @Field.objects(() => ReceiptLineInput, { min: 1, max: MAX_LINES })
  lines: ReceiptLineInput[];
}

export class CancelReceiptInput {
  @Field.text({ max: MAX_COMMENT, multiline: true })
  reason: string;
}

/** How much of one line goes back. */
export class ReturnLineInput {
  @Field.id({ description: 'The line of the order.' })
  item_id: number;

  @Field.quantity()
  quantity: number;
}

export class ReturnInput {
  @Field.objects(() => ReturnLineInput, { min: 1, max: MAX_LINES })
  lines: ReturnLineInput[];

  @Field.text({ max: MAX_COMMENT, multiline: true })
  reason: string;
}

const SORTABLE = ['created_at', 'received_at', 'gr_number', 'status', 'id'] as const;

/** Filters that make sense for the receipts of one order. */
export class OrderReceiptsQuery extends ListQuery({
  sortable: SORTABLE,
  search: 'the receipt’s and the delivery note’s number',
}) {
  @Parameter.oneOf(RECEIPT_STATUSES)
  status?: ReceiptStatus;

  @Parameter.dayOrTimestamp({ description: 'Received on this day or later.' })
  from_date?: string;

  @Parameter.dayOrTimestamp({ description: 'Received on this day or earlier.' })
  to_date?: string;
}

export class ReceiptsQuery extends OrderReceiptsQuery {
  @Parameter.id()
  purchase_order_id?: number;

  @Parameter.id({ description: 'The same as purchase_order_id.' })
  po_id?: number;

  @Parameter.id()
  vendor_id?: number;
}
