import type { CalendarDate } from '../../../common/clock';
import type { Language } from '../../../messages';
import { sayWarnings } from '../../../common/warnings';
import { toNumber, ZERO } from '../../../common/money';
import { shownAccount } from '../../vendors';
import { paymentStatus } from '../domain/payments';
import { amountDueOf, toInvoiceRefResponse } from '../http/answers';
import type { CsvCell } from '../../../platform/http';
import type { CreditNoteResponse, CreditNoteSummaryResponse, PaymentResponse } from '../http/payment-answers';
import type { RecordedCreditNote } from './credit-notes.service';
import type { RecordedPayment } from './payments.service';

/** A payment, with the invoice as it left it: a repeated request is answered the same. */
export function presentPayment(
  { payment, invoice, account, warnings }: RecordedPayment,
  today: CalendarDate,
  language: Language,
): PaymentResponse {
  const { statusAfter: status, paidAfter: paid, dueAfter: due } = payment;
  const facts = { status, total: paid.plus(due), credited: ZERO, paid, dueDate: invoice.dueDate };
  return {
    id: payment.id,
    amount: toNumber(payment.amount),
    paid_at: payment.paidAt.toISOString(),
    method: payment.method,
    reference: payment.reference,
    reverses_id: payment.reversesId,
    reversed_by_id: payment.reversedById,
    reason: payment.reason,
    recorded_by: payment.recordedBy,
    external_id: payment.externalId,
    metadata: payment.metadata,
    created_at: payment.createdAt.toISOString(),
    bank_account: account && shownAccount(account),
    invoice: {
      id: invoice.id,
      invoice_number: invoice.invoiceNumber,
      status,
      payment_status: paymentStatus(facts, today),
      amount_paid: toNumber(paid),
      amount_due: toNumber(due),
    },
    ...sayWarnings(warnings, language),
  };
}

/** Columns of the list of credit notes as CSV. */
export const CREDIT_NOTE_COLUMNS = [
  'id',
  'credit_note_number',
  'status',
  'credit_date',
  'vendor_id',
  'vendor_name',
  'invoice_id',
  'invoice_number',
  'vendor_invoice_number',
  'currency',
  'amount',
  'reason',
  'recorded_by',
  'created_at',
  'cancelled_at',
  'cancelled_by',
  'cancellation_reason',
] as const;

/** A credit note as a row of the CSV. */
export function creditNoteRow(note: CreditNoteSummaryResponse): Record<(typeof CREDIT_NOTE_COLUMNS)[number], CsvCell> {
  const { vendor, invoice, recorded_by, cancelled_by, ...rest } = note;
  return {
    ...rest,
    vendor_id: vendor.id,
    vendor_name: vendor.name,
    invoice_id: invoice.id,
    invoice_number: invoice.invoice_number,
    vendor_invoice_number: invoice.vendor_invoice_number,
    recorded_by: recorded_by?.name ?? null,
    cancelled_by: cancelled_by?.name ?? null,
  };
}

/** A credit note, with the invoice as it left it. */
export function presentCreditNote({ note, invoice }: RecordedCreditNote, today: CalendarDate): CreditNoteResponse {
  const { id, invoice_number, status, payment_status } = toInvoiceRefResponse(invoice, today);
  const moved = { id, invoice_number, status, payment_status, amount_paid: invoice.paid_amount };
  return { ...note, invoice: { ...moved, amount_due: amountDueOf(invoice) } };
}
