import { Out } from '../../http';
import { PAYMENT_STATUSES } from '../domain/payments/payment';
import { INVOICE_STATUSES } from '../domain/lifecycle';
import { MatchSummaryOut } from '../approval/answers';
import { CreditNoteOfOut, PaymentOfOut } from '../payments/answers';
import { InvoiceRefOut, InvoicePartyOut, InvoiceWarningOut } from './summary';

export class SubmittedInvoiceOut extends InvoiceRefOut {
  @Out.timestamp({ nullable: true })
  submitted_at: string | null;

  @Out.object(() => MatchSummaryOut)
  match_summary: MatchSummaryOut;
}

export class ApprovedInvoiceOut extends InvoiceRefOut {
  @Out.object(() => InvoicePartyOut, { nullable: true })
  approved_by: InvoicePartyOut | null;

  @Out.timestamp({ nullable: true })
  approved_at: string | null;

  @Out.boolean({ description: 'An administrator let it pass although the match or the vendor’s block said no.' })
  overridden: boolean;

  @Out.list(() => InvoiceWarningOut, { optional: true })
  warnings?: InvoiceWarningOut[];
}

export class RejectedInvoiceOut extends InvoiceRefOut {
  @Out.text({ nullable: true })
  rejection_reason: string | null;

  @Out.timestamp({ nullable: true })
  rejected_at: string | null;
}

export class VoidedInvoiceOut extends InvoiceRefOut {
  @Out.text({ nullable: true })
  void_reason: string | null;

  @Out.timestamp({ nullable: true })
  voided_at: string | null;
}

/** An invoice as a payment or credit note left it. */
class MovedInvoiceOut {
  @Out.id()
  id: number;

  @Out.text({ example: 'INV-2026-000042' })
  invoice_number: string;

  @Out.oneOf(INVOICE_STATUSES)
  status: string;

  @Out.oneOf(PAYMENT_STATUSES)
  payment_status: string;

  @Out.amount()
  amount_paid: number;

  @Out.amount({ description: 'Below zero it is a refund due.' })
  amount_due: number;
}

export class PaymentOut extends PaymentOfOut {
  @Out.object(() => MovedInvoiceOut)
  invoice: MovedInvoiceOut;
}

export class CreditNoteOut extends CreditNoteOfOut {
  @Out.object(() => MovedInvoiceOut)
  invoice: MovedInvoiceOut;
}
