import { Out } from '../../http';
import { LineItemOut } from './line';
import { MatchSummaryOut } from '../approval/answers';
import { InvoiceRefOut, InvoiceWarningOut } from './summary';

/** What the answers to a create and to a change have in common. */
class InvoiceBodyOut extends InvoiceRefOut {
  @Out.text({ description: 'The vendor’s own number.' })
  vendor_invoice_number: string;

  @Out.currency()
  currency: string;

  @Out.amount()
  subtotal: number;

  @Out.amount()
  vat_amount: number;

  @Out.amount()
  total: number;

  @Out.timestamp({ description: 'Midnight UTC of the invoice’s date.' })
  invoice_date: string;

  @Out.timestamp({ description: 'Midnight UTC of the day payment is due.' })
  due_date: string;

  @Out.text({ nullable: true })
  description: string | null;

  @Out.list(() => LineItemOut)
  line_items: LineItemOut[];

  @Out.list(() => InvoiceWarningOut, { optional: true })
  warnings?: InvoiceWarningOut[];
}

/** A new invoice. */
export class CreatedInvoiceOut extends InvoiceBodyOut {
  @Out.id()
  vendor_id: number;

  @Out.id({ nullable: true })
  purchase_order_id: number | null;

  @Out.timestamp()
  created_at: string;
}

/** An invoice after a change. */
export class UpdatedInvoiceOut extends InvoiceBodyOut {
  @Out.object(() => MatchSummaryOut)
  match_summary: MatchSummaryOut;

  @Out.timestamp()
  updated_at: string;
}
