import { Out } from '../../http';
import { INVOICE_STATUSES } from '../domain/lifecycle';
import { PAYMENT_STATUSES } from '../domain/payments/payment';
import { MATCH_STATUSES } from '../../common/matching';

export class InvoicePartyOut {
  @Out.id()
  id: number;

  @Out.text()
  name: string;
}

/** Something the caller should know of a change that was made all the same. */
export class InvoiceWarningOut {
  @Out.text({ example: 'POSSIBLE_DUPLICATE' })
  code: string;

  @Out.text()
  message: string;
}

export class OrderNumberOut {
  @Out.id()
  id: number;

  @Out.text({ example: 'PO-2026-000042' })
  po_number: string;
}

/** What every answer about an invoice says first. */
export class InvoiceRefOut {
  @Out.id()
  id: number;

  @Out.text({ example: 'INV-2026-000042', description: 'The service’s number.' })
  invoice_number: string;

  @Out.oneOf(INVOICE_STATUSES)
  status: string;

  @Out.oneOf(PAYMENT_STATUSES)
  payment_status: string;

  @Out.oneOf(MATCH_STATUSES)
  match_status: string;
}

/** An invoice in a list. */
export class InvoiceSummaryOut extends InvoiceRefOut {
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

  @Out.object(() => InvoicePartyOut)
  vendor: InvoicePartyOut;

  @Out.object(() => OrderNumberOut, { nullable: true })
  purchase_order: OrderNumberOut | null;

  @Out.timestamp()
  created_at: string;
}
