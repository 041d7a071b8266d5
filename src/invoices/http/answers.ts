import { Out } from '../../http';
import { MatchSummaryOut } from '../approval/answers';
import { CreditNoteOfOut, PaymentOfOut } from '../payments/answers';
import { InvoicePartyOut, InvoiceRefOut, InvoiceSummaryOut, InvoiceWarningOut, OrderNumberOut } from './summary';

/** A line of an invoice. */
export class LineItemOut {
  @Out.id() id: number;
  @Out.integer() line_number: number;

  @Out.id({ nullable: true, description: 'The order line it bills: as named, else as matched.' })
  po_line_id: number | null;

  @Out.text() description: string;
  @Out.number() quantity: number;
  @Out.text({ nullable: true }) unit: string | null;
  @Out.number() unit_price: number;
  @Out.number({ description: 'Percent.' }) vat_rate: number;
  @Out.amount() vat_amount: number;
  @Out.amount({ description: 'VAT included.' }) line_total: number;
  @Out.number({ description: 'Quantity that credit notes took off.' }) credited_quantity: number;
}

class InvoiceVendorOut extends InvoicePartyOut {
  @Out.text({ nullable: true }) email: string | null;
  @Out.text({ nullable: true }) vat_number: string | null;
}

class InvoiceOrderOut extends OrderNumberOut {
  @Out.text() status: string;
  @Out.amount() total_inc_vat: number;
}

class InvoiceReceiptOut {
  @Out.id() id: number;
  @Out.text({ example: 'GR-2026-000042' }) gr_number: string;
  @Out.text() status: string;
}

/** A whole invoice. */
export class InvoiceDetailOut extends InvoiceSummaryOut {
  @Out.object(() => InvoiceVendorOut)
  override vendor: InvoiceVendorOut;

  @Out.object(() => InvoiceOrderOut, { nullable: true })
  override purchase_order: InvoiceOrderOut | null;

  @Out.object(() => InvoicePartyOut, {
    nullable: true,
    description: 'Whose budget an invoice without an order spends.',
  })
  department: InvoicePartyOut | null;

  @Out.object(() => InvoiceReceiptOut, { nullable: true, description: 'The latest posted receipt of the order.' })
  goods_receipt: InvoiceReceiptOut | null;

  @Out.list(() => InvoiceReceiptOut, { description: 'All receipts of the order, the latest first.' })
  goods_receipts: InvoiceReceiptOut[];

  @Out.amount() amount_paid: number;
  @Out.amount({ description: 'Sum of the credit notes.' }) amount_credited: number;
  @Out.amount({ description: 'Below zero it is a refund due.' }) amount_due: number;
  @Out.text({ nullable: true }) description: string | null;
  @Out.list(() => LineItemOut) line_items: LineItemOut[];
  @Out.object(() => MatchSummaryOut) match_summary: MatchSummaryOut;
  @Out.object(() => InvoicePartyOut, { nullable: true }) approved_by: InvoicePartyOut | null;
  @Out.timestamp({ nullable: true }) approved_at: string | null;

  @Out.boolean({ description: 'An administrator let it pass although the match or the vendor’s block said no.' })
  overridden: boolean;

  @Out.text({ nullable: true }) rejection_reason: string | null;
  @Out.timestamp({ nullable: true }) rejected_at: string | null;
  @Out.text({ nullable: true }) void_reason: string | null;
  @Out.timestamp({ nullable: true }) voided_at: string | null;
  @Out.timestamp({ nullable: true }) submitted_at: string | null;
  @Out.timestamp({ nullable: true }) paid_at: string | null;
  @Out.list(() => PaymentOfOut) payments: PaymentOfOut[];
  @Out.list(() => CreditNoteOfOut) credit_notes: CreditNoteOfOut[];
  @Out.object(() => InvoicePartyOut, { nullable: true }) created_by: InvoicePartyOut | null;
  @Out.timestamp() updated_at: string;
}

/** What the answers to a create and to a change have in common. */
class InvoiceBodyOut extends InvoiceRefOut {
  @Out.text({ description: 'The vendor’s own number.' }) vendor_invoice_number: string;
  @Out.currency() currency: string;
  @Out.amount() subtotal: number;
  @Out.amount() vat_amount: number;
  @Out.amount() total: number;
  @Out.timestamp({ description: 'Midnight UTC of the invoice’s date.' }) invoice_date: string;
  @Out.timestamp({ description: 'Midnight UTC of the day payment is due.' }) due_date: string;
  @Out.text({ nullable: true }) description: string | null;
  @Out.list(() => LineItemOut) line_items: LineItemOut[];
  @Out.list(() => InvoiceWarningOut, { optional: true }) warnings?: InvoiceWarningOut[];
}

/** A new invoice. */
export class CreatedInvoiceOut extends InvoiceBodyOut {
  @Out.id() vendor_id: number;
  @Out.id({ nullable: true }) purchase_order_id: number | null;
  @Out.timestamp() created_at: string;
}

/** An invoice after a change. */
export class UpdatedInvoiceOut extends InvoiceBodyOut {
  @Out.object(() => MatchSummaryOut) match_summary: MatchSummaryOut;
  @Out.timestamp() updated_at: string;
}
