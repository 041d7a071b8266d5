import { ExternalIn, Field, MAX_COMMENT, MAX_LINES } from '../../http';

/** A payment, or a refund. */
export class PaymentInput extends ExternalIn {
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
export class ReversalInput {
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;

  @Field.timestamp({
    optional: true,
    description: 'When the money came back; now when left out. Not before the payment, and at most a day ahead.',
  })
  reversed_at?: string;
}

/** How much of one line of the invoice is credited. */
export class CreditLineInput {
  @Field.id({ description: 'The line of the invoice.' }) line_item_id: number;
  @Field.quantity() quantity: number;
}

/** A credit note of the vendor: quantities of lines, or money alone. */
export class CreditNoteInput {
  @Field.text({ description: 'The vendor’s number of the credit note.' }) credit_note_number: string;

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

  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}
