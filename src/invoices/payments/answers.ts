import { Out } from '../../http';

export class PaymentOfOut {
  @Out.id()
  id: number;

  @Out.amount({ description: 'Negative for a refund.' })
  amount: number;

  @Out.timestamp()
  paid_at: string;

  @Out.text({ nullable: true })
  method: string | null;

  @Out.text({ nullable: true })
  reference: string | null;

  @Out.timestamp()
  created_at: string;
}

class CreditedLineOut {
  @Out.id()
  line_item_id: number;

  @Out.number()
  quantity: number;

  @Out.amount()
  amount: number;
}

export class CreditNoteOfOut {
  @Out.id()
  id: number;

  @Out.text()
  credit_note_number: string;

  @Out.amount({ description: 'VAT included.' })
  amount: number;

  @Out.text()
  reason: string;

  @Out.timestamp()
  created_at: string;

  @Out.list(() => CreditedLineOut, { description: 'Empty for a credit of money alone.' })
  lines: CreditedLineOut[];
}
