import type { InvoiceId, VendorId } from '../../../common/records/ids';
import { ExternalDto, Field, ListQuery, MAX_COMMENT, MAX_LINES, Parameter } from '../../../platform/http';
import { CREDIT_NOTE_STATUSES, type CreditNoteStatus } from '../domain/credit-notes';
import { CREDIT_NOTES_SORTABLE, type CreditNoteFilter } from '../queries/credit-notes.queries';

/** A payment, or a refund. */
export class PaymentDto extends ExternalDto {
  @Field.amount({
    signed: true,
    description: 'More than 0 and at most what is due; negative for a refund that is due.',
  })
  amount: number;

  @Field.timestamp({
    optional: true,
    description: 'When the money moved, at most a day ahead; now when left out.',
  })
  paid_at?: string;

  @Field.text({ optional: true, nullable: true, example: 'bank_transfer' }) method?: string | null;

  @Field.text({
    optional: true,
    nullable: true,
    description:
      'The payer’s own reference: the same one with the same amount again is the same payment. That of a reversed payment is spent.',
  })
  reference?: string | null;
}

/** Why a payment is taken back, and when that was. */
export class ReversalDto {
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;

  @Field.timestamp({
    optional: true,
    description: 'When the money came back; now when left out. Not before the payment, and at most a day ahead.',
  })
  reversed_at?: string;
}

/** How much of one line of the invoice is credited. */
export class CreditLineDto {
  @Field.id({ description: 'The line of the invoice.' }) line_item_id: number;
  @Field.quantity() quantity: number;
}

/** A credit note of the vendor: quantities of lines, or money alone. */
export class CreditNoteDto {
  @Field.text({
    description: 'The vendor’s number of the credit note; unique for the vendor in a fiscal year.',
  })
  credit_note_number: string;

  @Field.day({
    optional: true,
    description:
      'The date on the credit note; today (UTC) when left out. Not before the invoice’s, and at most 366 days ahead.',
  })
  credit_date?: string;

  @Field.objects(() => CreditLineDto, {
    optional: true,
    min: 1,
    max: MAX_LINES,
    description: 'Quantities credited: they no longer count as billed. Either lines or amount.',
  })
  lines?: CreditLineDto[];

  @Field.amount({
    optional: true,
    positive: true,
    description: 'Money credited, VAT included. Either lines or amount.',
  })
  amount?: number;

  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}

/** Why a credit note is cancelled. */
export class CancelCreditNoteDto {
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}

/** What a list of credit notes can be narrowed to and sorted by. */
export class CreditNotesQuery extends ListQuery({
  sortable: [...CREDIT_NOTES_SORTABLE],
  search: 'the numbers of credit note and invoice, and the vendor’s names',
}) {
  @Parameter.bom() bom?: boolean;

  @Parameter.oneOf(CREDIT_NOTE_STATUSES, { description: 'Credit notes in this status.', example: 'active' })
  status?: CreditNoteStatus;

  @Parameter.id({ description: 'Credit notes of this vendor.', example: 1 }) vendor_id?: VendorId;
  @Parameter.id({ description: 'Credit notes of this invoice.', example: 1 }) invoice_id?: InvoiceId;
  @Parameter.currency({ description: 'Credit notes in this currency, ISO 4217.', example: 'SAR' }) currency?: string;
  @Parameter.day({ description: 'credit_date on this day or later.', example: '2026-03-01' }) from_date?: string;
  @Parameter.day({ description: 'credit_date on this day or earlier.', example: '2026-03-31' }) to_date?: string;

  toFilter(): CreditNoteFilter {
    const { status, vendor_id: vendorId, invoice_id: invoiceId, currency, from_date: from, to_date: to, search } = this;
    return { status, vendorId, invoiceId, currency, from, to, search };
  }
}
