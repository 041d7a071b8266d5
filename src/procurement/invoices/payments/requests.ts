import { Field, MAX_COMMENT, MAX_LINES } from '../../../platform/http';
import { RequestOf } from '../../../platform/records';
import { WrittenCreditNote } from '../entities/credit-note.entity';
import { WrittenPayment } from '../entities/payment.entity';

/** A payment, or a refund. */
export class PaymentDto extends RequestOf(WrittenPayment, { omit: ['amount'] }) {
  @Field.amount({
    signed: true,
    description: 'More than 0 and at most what is due; negative for a refund that is due.',
  })
  amount: number;
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
class CreditLineDto {
  @Field.id({ description: 'The line of the invoice.' }) line_item_id: number;
  @Field.quantity() quantity: number;
}

/** A credit note of the vendor: quantities of lines, or money alone. */
export class CreditNoteDto extends RequestOf(WrittenCreditNote, { required: ['creditNoteNumber', 'reason'] }) {
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
    example: 500,
  })
  amount?: number;
}
