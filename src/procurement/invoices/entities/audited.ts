import type { External } from '../../../common/records/external';
import { Audited } from '../../../common/records/audited';
import { type Decimal, decimal } from '../../../common/money';
import type { InvoiceId, OrderItemId } from '../../../common/records/ids';
import type { Transaction } from '../../../platform/database';
import { auditedOf } from '../../../platform/records';
import type { Credit } from '../domain/payments';
import type { CreditNote } from './credit-note.entity';
import { Invoice, InvoiceItem, midnight } from './invoice.entity';
import { Payment } from './payment.entity';
import type { StoredInvoice } from './stored-invoice';

const INVOICE_FIELDS = auditedOf(Invoice, {
  amount_credited: 'creditedAmount',
  amount_paid: 'paidAmount',
  submitted_by_id: 'submittedById',
  current_step: 'currentStep',
  approved_by_id: 'approvedById',
  created_by_id: 'createdById',
});

/** Without the line's amounts: they follow from quantity, price and VAT rate. */
const LINE_FIELDS = auditedOf(InvoiceItem, { po_line_id: 'purchaseOrderItemId' });

const PAYMENT_FIELDS = auditedOf(Payment, {
  bank_account_id: 'bankAccountId',
  bank_account_verified: 'bankAccountVerified',
  created_by_id: 'createdById',
});

const CREDIT_NOTE_FIELDS = new Audited<CreditNote & { readonly lines: Credit['lines'] }>({
  credit_note_number: 'creditNoteNumber',
  status: ({ cancelledAt }) => (cancelledAt ? 'cancelled' : 'active'),
  credit_date: ({ creditDate }) => creditDate && midnight(creditDate),
  amount: 'amount',
  reason: 'reason',
  created_by_id: 'createdById',
  cancelled_at: 'cancelledAt',
  cancelled_by_id: 'cancelledById',
  cancellation_reason: 'cancellationReason',
  lines: ({ lines }) =>
    lines?.map(({ lineId, quantity, amount }) => ({
      line_item_id: lineId,
      quantity: Number(quantity),
      amount: Number(amount),
    })),
});

export function noteInvoice(
  tx: Transaction,
  before: Partial<Invoice> | StoredInvoice | null,
  after: { readonly id: InvoiceId } & (Partial<Invoice> | StoredInvoice),
): void {
  tx.changed.note('invoice', after.id, INVOICE_FIELDS, before, after);
}

/** Records lines after a change; lines missing in `before` are new. */
export function noteLines(
  tx: Transaction,
  invoiceId: InvoiceId,
  before: StoredInvoice['lines'],
  after: StoredInvoice['lines'],
): void {
  const stood = new Map(before.map((line) => [line.id, itemOf(line)]));
  for (const line of after) {
    const { id } = line;
    tx.changed.note('invoice', invoiceId, LINE_FIELDS, stood.get(id) ?? null, itemOf(line), { list: 'lines', id });
  }
}

function itemOf({ poLineId, ...line }: StoredInvoice['lines'][number]): Partial<InvoiceItem> {
  return { ...line, purchaseOrderItemId: poLineId as OrderItemId | null };
}

export function notePayment(tx: Transaction, payment: Payment): void {
  const { invoiceId, id } = payment;
  tx.changed.note('invoice', invoiceId, PAYMENT_FIELDS, null, payment, { list: 'payments', id });
}

export function notePaymentExternal(
  tx: Transaction,
  invoiceId: InvoiceId,
  { id, external: { externalId, metadata } }: { readonly id: number; readonly external: External },
  changes: Partial<External>,
): void {
  const before = { externalId, metadata };
  tx.changed.note('invoice', invoiceId, PAYMENT_FIELDS, before, { ...before, ...changes }, { list: 'payments', id });
}

export function noteCreditNote(
  tx: Transaction,
  id: number,
  note: Pick<CreditNote, 'invoiceId' | 'creditNoteNumber' | 'creditDate' | 'reason' | 'createdById'> & {
    readonly credit: Credit;
  },
): void {
  const { credit, ...rest } = note;
  const whole = { ...rest, amount: credit.amount, lines: credit.lines };
  tx.changed.note('invoice', note.invoiceId, CREDIT_NOTE_FIELDS, null, whole, { list: 'credit_notes', id });
}

export function noteCreditCancelled(
  tx: Transaction,
  { invoiceId, id }: { readonly invoiceId: InvoiceId; readonly id: number },
  cancelled: Pick<CreditNote, 'cancelledAt' | 'cancelledById' | 'cancellationReason'>,
): void {
  const before = { cancelledAt: null, cancelledById: null, cancellationReason: null };
  tx.changed.note('invoice', invoiceId, CREDIT_NOTE_FIELDS, before, cancelled, { list: 'credit_notes', id });
}

export interface CreditedLine {
  readonly id: number;
  readonly now: string;
}

/** Records the credited quantities that a credit note changed; a cancelled note has negative quantities. */
export function noteCredited(
  tx: Transaction,
  invoiceId: InvoiceId,
  lines: readonly { readonly lineId: number; readonly quantity: Decimal }[],
  credited: readonly CreditedLine[],
): void {
  const taken = new Map<number, Decimal>(lines.map(({ lineId, quantity }) => [lineId, quantity]));
  for (const { id, now } of credited) {
    const after = decimal(now);
    const before = { creditedQuantity: after.minus(taken.get(id) ?? 0) };
    tx.changed.note('invoice', invoiceId, LINE_FIELDS, before, { creditedQuantity: after }, { list: 'lines', id });
  }
}
