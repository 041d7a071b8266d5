import type { Metadata } from '../../../common/records/external';
import { Out, WarningResponse } from '../../../platform/http';
import { CREDIT_NOTE_STATUSES } from '../domain/credit-notes';
import { INVOICE_STATUSES } from '../domain/lifecycle';
import { PAYMENT_STATUSES } from '../domain/payments';

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
export class PaymentOfResponse {
  @Out.id() id: number;
  @Out.amount({ description: 'Negative for a refund and for a payment taken back.' }) amount: number;
  @Out.timestamp() paid_at: string;
  @Out.text({ nullable: true }) method: string | null;
  @Out.text({ nullable: true }) reference: string | null;
  @Out.id({ nullable: true, description: 'The payment that this entry takes back.' }) reverses_id: number | null;
  @Out.id({ nullable: true, description: 'The entry that took this payment back.' }) reversed_by_id: number | null;
  @Out.text({ nullable: true, description: 'Why it was taken back.' }) reason: string | null;
  @Out.object(() => RecorderResponse, { nullable: true }) recorded_by: RecorderResponse | null;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;

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
class CreditNoteHeadResponse {
  @Out.id() id: number;
  @Out.text() credit_note_number: string;
  @Out.oneOf(CREDIT_NOTE_STATUSES, { description: 'A cancelled one counts for nothing.' }) status: string;
  @Out.timestamp({ description: 'Midnight UTC of the credit note’s date.' }) credit_date: string;
  @Out.amount({ description: 'VAT included.' }) amount: number;
  @Out.text() reason: string;
  @Out.object(() => RecorderResponse, { nullable: true }) recorded_by: RecorderResponse | null;
  @Out.timestamp() created_at: string;
  @Out.timestamp({ nullable: true }) cancelled_at: string | null;
  @Out.object(() => RecorderResponse, { nullable: true }) cancelled_by: RecorderResponse | null;
  @Out.text({ nullable: true, description: 'Why it was cancelled.' }) cancellation_reason: string | null;
}

/** A credit note of an invoice. */
export class CreditNoteOfResponse extends CreditNoteHeadResponse {
  @Out.list(() => CreditedLineResponse, { description: 'Empty for a credit of money alone.' })
  lines: CreditedLineResponse[];
}

/** An invoice as a payment or credit note left it. */
class MovedInvoiceResponse {
  @Out.id() id: number;
  @Out.text({ example: 'INV-2026-000001' }) invoice_number: string;
  @Out.oneOf(INVOICE_STATUSES) status: string;
  @Out.oneOf(PAYMENT_STATUSES) payment_status: string;
  @Out.amount() amount_paid: number;
  @Out.amount({ description: 'Below zero it is a refund due.' }) amount_due: number;
}

/** A new payment, with the invoice as it left it. */
export class PaymentResponse extends PaymentOfResponse {
  @Out.object(() => MovedInvoiceResponse) invoice: MovedInvoiceResponse;
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

/** A new or cancelled credit note, with the invoice as that left it. */
export class CreditNoteResponse extends CreditNoteOfResponse {
  @Out.object(() => MovedInvoiceResponse) invoice: MovedInvoiceResponse;
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
