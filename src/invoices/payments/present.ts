import type { CalendarDate } from '../../common/clock';
import { toNumber, ZERO } from '../../common/money';
import { sayWarnings } from '../../common/warning';
import type {
  ApprovedInvoiceOut,
  CreditNoteOut,
  PaymentOut,
  RejectedInvoiceOut,
  SubmittedInvoiceOut,
  VoidedInvoiceOut,
} from '../answers/acting';
import type { RecordedCreditNote } from './credit-notes.service';
import { paymentStatus } from '../domain/payments/payment';
import type { InvoiceRow } from '../entities/invoice-rows';
import type { InvoiceAnswer } from '../invoice-work';
import type { RecordedPayment } from './payments.repository';
import { moneyOf, presentRef, type Reading } from '../http/present';
import { presentMatch } from '../approval/present';

export function presentSubmitted(row: InvoiceRow, { today, language }: Reading): SubmittedInvoiceOut {
  return { ...presentRef(row, today), submitted_at: row.submitted_at, match_summary: presentMatch(row, language) };
}

export function presentApproved(
  { invoice: row, warnings }: InvoiceAnswer,
  { today, language }: Reading,
): ApprovedInvoiceOut {
  const { approved_by, approved_at, overridden } = row;
  return { ...presentRef(row, today), approved_by, approved_at, overridden, ...sayWarnings(warnings, language) };
}

export function presentRejected(row: InvoiceRow, today: CalendarDate): RejectedInvoiceOut {
  return { ...presentRef(row, today), rejection_reason: row.rejection_reason, rejected_at: row.rejected_at };
}

export function presentVoided(row: InvoiceRow, today: CalendarDate): VoidedInvoiceOut {
  return { ...presentRef(row, today), void_reason: row.void_reason, voided_at: row.voided_at };
}

/** A payment, with the invoice as it left it: a repeated request is answered the same. */
export function presentPayment(payment: RecordedPayment, today: CalendarDate): PaymentOut {
  const { id, number, status, paid, due, dueDate } = payment.invoice;
  const facts = { status, total: paid.plus(due), credited: ZERO, paid, dueDate };
  return {
    id: payment.id,
    amount: toNumber(payment.amount),
    paid_at: payment.paidAt.toISOString(),
    method: payment.method,
    reference: payment.reference,
    created_at: payment.createdAt.toISOString(),
    invoice: {
      id,
      invoice_number: number,
      status,
      payment_status: paymentStatus(facts, today),
      amount_paid: toNumber(paid),
      amount_due: toNumber(due),
    },
  };
}

export function presentCreditNote({ note, invoice }: RecordedCreditNote, today: CalendarDate): CreditNoteOut {
  const { id, invoice_number, status, payment_status } = presentRef(invoice, today);
  const { amount_paid, amount_due } = moneyOf(invoice);
  return {
    ...note,
    lines: [...note.lines],
    invoice: { id, invoice_number, status, payment_status, amount_paid, amount_due },
  };
}
