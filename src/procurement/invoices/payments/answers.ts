import type { CalendarDate } from '../../../common/clock';
import { toNumber, ZERO } from '../../../common/money';
import { toWarningsResponse } from '../../../common/warnings';
import type { Language } from '../../../messages';
import { Out, WarningResponse } from '../../../platform/http';
import { shownAccount } from '../../vendors';
import { INVOICE_STATUSES } from '../domain/lifecycle';
import { PAYMENT_STATUSES, paymentStatus } from '../domain/payments';
import { amountDueOf, toInvoiceRefResponse } from '../http/answers';
import { CreditNoteOfResponse, PaymentOfResponse } from '../http/payment-answers';
import type { RecordedCreditNote } from './credit-notes.service';
import type { RecordedPayment } from './payments.service';

class MovedInvoiceResponse {
  @Out.id() id: number;
  @Out.text({ example: 'INV-2026-000001' }) invoice_number: string;
  @Out.oneOf(INVOICE_STATUSES) status: string;
  @Out.oneOf(PAYMENT_STATUSES) payment_status: string;
  @Out.amount() amount_paid: number;
  @Out.amount({ description: 'Negative if a refund is due.' }) amount_due: number;
}

export class PaymentResponse extends PaymentOfResponse {
  @Out.object(() => MovedInvoiceResponse) invoice: MovedInvoiceResponse;
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

export class CreditNoteResponse extends CreditNoteOfResponse {
  @Out.object(() => MovedInvoiceResponse) invoice: MovedInvoiceResponse;
}

/** Uses the amounts stored with the payment, so a repeated request gets the same response. */
export function toPaymentResponse(
  { payment, invoice, account, warnings }: RecordedPayment,
  today: CalendarDate,
  language: Language,
): PaymentResponse {
  const { statusAfter: status, paidAfter: paid, dueAfter: due } = payment;
  const facts = { status, total: paid.plus(due), credited: ZERO, paid, dueDate: invoice.dueDate };
  return {
    ...PaymentOfResponse.from(payment),
    reversed_by_id: payment.reversedById,
    recorded_by: payment.recordedBy,
    bank_account: account && shownAccount(account),
    invoice: {
      id: invoice.id,
      invoice_number: invoice.invoiceNumber,
      status,
      payment_status: paymentStatus(facts, today),
      amount_paid: toNumber(paid),
      amount_due: toNumber(due),
    },
    ...toWarningsResponse(warnings, language),
  };
}

export function toCreditNoteResponse({ note, invoice }: RecordedCreditNote, today: CalendarDate): CreditNoteResponse {
  const { id, invoice_number, status, payment_status } = toInvoiceRefResponse(invoice, today);
  const moved = { id, invoice_number, status, payment_status, amount_paid: invoice.paid_amount };
  return { ...note, invoice: { ...moved, amount_due: amountDueOf(invoice) } };
}
