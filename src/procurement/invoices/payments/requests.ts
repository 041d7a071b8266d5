import { Field, MAX_COMMENT, MAX_LINES } from '../../../platform/http';
import { RequestOf } from '../../../platform/records';
import { WrittenCreditNote } from '../entities/credit-note.entity';
import { WrittenPayment } from '../entities/payment.entity';

export class PaymentDto extends RequestOf(WrittenPayment, { omit: ['amount'] }) {
  @Field.amount({
    signed: true,
    description: 'Greater than 0, at most the amount due. Negative for a refund, at most the amount owed to the buyer.',
  })
  amount: number;
}

export class ReversalDto {
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;

  @Field.timestamp({
    optional: true,
    description: 'Time of the reversal. Default: now. Not before the payment and at most one day in the future.',
  })
  reversed_at?: string;
}

class CreditLineDto {
  @Field.id({ description: 'The invoice line.' }) line_item_id: number;
  @Field.quantity() quantity: number;
}

export class CreditNoteDto extends RequestOf(WrittenCreditNote, { required: ['creditNoteNumber', 'reason'] }) {
  @Field.day({
    optional: true,
    description:
      'The date on the credit note. Default: today (UTC). Not before the invoice date, except today, and at most 366 days in the future.',
  })
  credit_date?: string;

  @Field.objects(() => CreditLineDto, {
    optional: true,
    min: 1,
    max: MAX_LINES,
    description: 'Credited quantities, which no longer count as billed. Send either lines or amount.',
  })
  lines?: CreditLineDto[];

  @Field.amount({
    optional: true,
    positive: true,
    description: 'Credited amount including VAT. Send either lines or amount.',
    example: 500,
  })
  amount?: number;
}
