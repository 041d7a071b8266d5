import { Field, ListQuery, MAX_COMMENT, MAX_LINES, Parameter } from '../../http';
import { INVOICE_STATUSES, type InvoiceStatus } from '../domain/lifecycle';
import { MATCH_STATUSES, type MatchStatus } from '../../common/matching';
import type { InvoiceFilter } from '../invoice-filters';
import { orderOfQuery } from '../named-order';

/** Requests that both forms share. */

/** No field at all: a body that is left out, or `{}`. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- that it has no field is what it says
export class NothingInput {}

export class ApproveInvoiceInput {
  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true })
  comments?: string | null;

  @Field.boolean({
    optional: true,
    description: 'Approve although the match or the vendor’s block says no. Needs the ability admin, and comments.',
  })
  override?: boolean;

  @Field.boolean({
    optional: true,
    description: 'Approve an invoice without an order although its budget does not suffice. Needs admin, and comments.',
  })
  override_budget?: boolean;
}

export class InvoiceReasonInput {
  @Field.text({ max: MAX_COMMENT, multiline: true })
  reason: string;
}

export class PaymentInput {
  @Field.amount({
    signed: true,
    description: 'More than 0 and at most what is due; negative for a refund that is due.',
  })
  amount: number;

  @Field.timestamp({ optional: true, description: 'When the money moved; now when left out.' })
  paid_at?: string;

  @Field.text({ optional: true, nullable: true, example: 'bank_transfer' })
  method?: string | null;

  @Field.text({
    optional: true,
    nullable: true,
    description: 'The payer’s own reference: the same one with the same amount again is the same payment.',
  })
  reference?: string | null;
}

export class CreditLineInput {
  @Field.id({ description: 'The line of the invoice.' })
  line_item_id: number;

  @Field.quantity()
  quantity: number;
}

export class CreditNoteInput {
  @Field.text({ description: 'The vendor’s number of the credit note.' })
  credit_note_number: string;

  @Field.objects(() => CreditLineInput, {
    optional: true,
    min: 1,
    max: MAX_LINES,
    description: 'Quantities credited: they no longer count as billed. Either lines or amount.',
  })
  lines?: CreditLineInput[];

  @Field.amount({
    optional: true,
    positive: true,
    description: 'Money credited, VAT included. Either lines or amount.',
  })
  amount?: number;

  @Field.text({ max: MAX_COMMENT, multiline: true })
  reason: string;
}

const SORTABLE = [
  'created_at',
  'invoice_date',
  'due_date',
  'total',
  'status',
  'match_status',
  'invoice_number',
  'vendor_invoice_number',
  'updated_at',
  'id',
] as const;

export class InvoicesQuery extends ListQuery({
  sortable: SORTABLE,
  search: 'both numbers, the description and the vendor’s names',
}) {
  @Parameter.oneOf(INVOICE_STATUSES)
  status?: InvoiceStatus;

  @Parameter.id()
  vendor_id?: number;

  @Parameter.id()
  purchase_order_id?: number;

  @Parameter.id({ description: 'The same as purchase_order_id.' })
  po_id?: number;

  @Parameter.oneOf(MATCH_STATUSES)
  match_status?: MatchStatus;

  @Parameter.dayOrTimestamp({ description: 'invoice_date on this day or later.' })
  from_date?: string;

  @Parameter.dayOrTimestamp({ description: 'invoice_date on this day or earlier.' })
  to_date?: string;

  toFilter(): InvoiceFilter {
    return {
      status: this.status,
      vendorId: this.vendor_id,
      orderId: orderOfQuery(this),
      matchStatus: this.match_status,
      from: this.from_date,
      to: this.to_date,
      search: this.search,
    };
  }
}

export class ExceptionsQuery extends ListQuery({
  sortable: ['submitted_at', 'due_date', 'total', 'id'],
  defaultOrder: 'asc',
}) {
  @Parameter.id()
  vendor_id?: number;

  @Parameter.id()
  purchase_order_id?: number;

  @Parameter.id({ description: 'The same as purchase_order_id.' })
  po_id?: number;

  @Parameter.oneOf(MATCH_STATUSES)
  match_status?: MatchStatus;

  toFilter(): InvoiceFilter {
    return {
      vendorId: this.vendor_id,
      orderId: orderOfQuery(this),
      matchStatus: this.match_status,
    };
  }
}
