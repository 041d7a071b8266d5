import { Out } from '../../../platform/http';
import { ResponseOf } from '../../../platform/records';
import { CREDIT_NOTE_STATUSES } from '../domain/credit-notes';
import { ShownCreditNote } from '../entities/credit-note.entity';
import { ShownPayment } from '../entities/payment.entity';

/** Who recorded something. */
class RecorderResponse {
  @Out.id() id: number;
  @Out.text() name: string;
}

/** The version of the vendor's bank details that a payment went to. */
class PaidAccountResponse {
  @Out.id() id: number;
  @Out.text({ nullable: true, example: 'Saudi National Bank' }) bank_name: string | null;

  @Out.text({ nullable: true, description: 'Four stars and its last four characters.', example: '****7519' })
  bank_account: string | null;

  @Out.boolean({ description: 'Whether somebody had verified it when the payment was recorded.' }) verified: boolean;
}

/** A payment of an invoice, a refund, or what takes one of them back. */
export class PaymentOfResponse extends ResponseOf(ShownPayment) {
  @Out.id({ nullable: true, description: 'The entry that took this payment back.', example: 2 })
  reversed_by_id: number | null;

  @Out.object(() => RecorderResponse, { nullable: true }) recorded_by: RecorderResponse | null;

  @Out.object(() => PaidAccountResponse, {
    nullable: true,
    description:
      'Null for a refund, for a vendor without bank details, and for payments from before versions were kept.',
  })
  bank_account: PaidAccountResponse | null;
}

class CreditedLineResponse {
  @Out.id() line_item_id: number;
  @Out.number() quantity: number;
  @Out.amount() amount: number;
}

/** What every answer says of a credit note. */
class CreditNoteHeadResponse extends ResponseOf(ShownCreditNote) {
  @Out.oneOf(CREDIT_NOTE_STATUSES, { description: 'A cancelled one counts for nothing.' }) status: string;
  @Out.timestamp({ description: 'Midnight UTC of the credit note’s date.' }) credit_date: string;
  @Out.object(() => RecorderResponse, { nullable: true }) recorded_by: RecorderResponse | null;
  @Out.object(() => RecorderResponse, { nullable: true }) cancelled_by: RecorderResponse | null;
}

/** A credit note of an invoice. */
export class CreditNoteOfResponse extends CreditNoteHeadResponse {
  @Out.list(() => CreditedLineResponse, { description: 'Empty for a credit of money alone.' })
  lines: CreditedLineResponse[];
}

class CreditedVendorResponse {
  @Out.id() id: number;
  @Out.text() name: string;
}

class CreditedInvoiceResponse {
  @Out.id() id: number;
  @Out.text({ example: 'INV-2026-000001', description: 'The service’s number.' }) invoice_number: string;
  @Out.text({ description: 'The vendor’s own number.' }) vendor_invoice_number: string;
}

/** A credit note in a list. */
export class CreditNoteSummaryResponse extends CreditNoteHeadResponse {
  @Out.currency() currency: string;
  @Out.object(() => CreditedVendorResponse) vendor: CreditedVendorResponse;
  @Out.object(() => CreditedInvoiceResponse) invoice: CreditedInvoiceResponse;
}

export class CreditNoteDetailResponse extends CreditNoteSummaryResponse {
  @Out.list(() => CreditedLineResponse, { description: 'Empty for a credit of money alone.' })
  lines: CreditedLineResponse[];
}
