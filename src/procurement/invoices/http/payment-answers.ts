import { Out } from '../../../platform/http';
import { ResponseOf } from '../../../platform/records';
import { CREDIT_NOTE_STATUSES } from '../domain/credit-notes';
import { ShownCreditNote } from '../entities/credit-note.entity';
import { ShownPayment } from '../entities/payment.entity';

class RecorderResponse {
  @Out.id() id: number;
  @Out.text() name: string;
}

class PaidAccountResponse {
  @Out.id() id: number;
  @Out.text({ nullable: true, example: 'Saudi National Bank' }) bank_name: string | null;

  @Out.text({
    nullable: true,
    description: 'Masked: four asterisks and the last four characters.',
    example: '****7519',
  })
  bank_account: string | null;

  @Out.boolean({ description: 'Whether it was verified when the payment was recorded.' }) verified: boolean;
}

export class PaymentOfResponse extends ResponseOf(ShownPayment) {
  @Out.id({ nullable: true, description: 'The entry that reverses this payment.', example: 2 })
  reversed_by_id: number | null;

  @Out.object(() => RecorderResponse, { nullable: true }) recorded_by: RecorderResponse | null;

  @Out.object(() => PaidAccountResponse, {
    nullable: true,
    description:
      'Null for a refund, for a vendor without bank details, and for payments recorded before bank details had versions.',
  })
  bank_account: PaidAccountResponse | null;
}

class CreditedLineResponse {
  @Out.id() line_item_id: number;
  @Out.number() quantity: number;
  @Out.amount() amount: number;
}

class CreditNoteHeadResponse extends ResponseOf(ShownCreditNote) {
  @Out.oneOf(CREDIT_NOTE_STATUSES, { description: 'A cancelled credit note has no effect on the amount due.' })
  status: string;
  @Out.timestamp({ description: 'Midnight UTC of the credit note date.' }) credit_date: string;
  @Out.object(() => RecorderResponse, { nullable: true }) recorded_by: RecorderResponse | null;
  @Out.object(() => RecorderResponse, { nullable: true }) cancelled_by: RecorderResponse | null;
}

export class CreditNoteOfResponse extends CreditNoteHeadResponse {
  @Out.list(() => CreditedLineResponse, { description: 'Empty for a credit of an amount only.' })
  lines: CreditedLineResponse[];
}

class CreditedVendorResponse {
  @Out.id() id: number;
  @Out.text() name: string;
}

class CreditedInvoiceResponse {
  @Out.id() id: number;
  @Out.text({ example: 'INV-2026-000001', description: 'Number assigned by the service.' }) invoice_number: string;
  @Out.text({ description: 'The vendor’s invoice number.' }) vendor_invoice_number: string;
}

export class CreditNoteSummaryResponse extends CreditNoteHeadResponse {
  @Out.currency() currency: string;
  @Out.object(() => CreditedVendorResponse) vendor: CreditedVendorResponse;
  @Out.object(() => CreditedInvoiceResponse) invoice: CreditedInvoiceResponse;
}

export class CreditNoteDetailResponse extends CreditNoteSummaryResponse {
  @Out.list(() => CreditedLineResponse, { description: 'Empty for a credit of an amount only.' })
  lines: CreditedLineResponse[];
}
