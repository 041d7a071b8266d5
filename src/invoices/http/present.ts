import type { CalendarDate } from '../../common/clock';
import type { Language } from '../../common/messages';
import { decimal, toNumber } from '../../common/money';
import { sayWarnings } from '../../common/warning';
import type { CreatedInvoiceOut, UpdatedInvoiceOut } from '../answers/changed';
import type { InvoiceDetailOut } from './answers';
import type { LineItemOut } from '../answers/line';
import type { InvoiceRefOut, InvoiceSummaryOut } from '../answers/summary';
import { amountDue, type PaymentFacts, type PaymentStatus, paymentStatus } from '../domain/payments/payment';
import type { InvoiceHeadRow, InvoiceLineRow, InvoiceRow, InvoiceSummaryRow } from '../entities/invoice-rows';
import type { InvoiceAnswer } from '../invoice-work';
import { presentMatch } from '../approval/present';

/** What an answer depends on besides the invoice. */
export interface Reading {
  readonly today: CalendarDate;
  readonly language: Language;
}

/** An invoice in a list. */
export function presentSummary(row: InvoiceSummaryRow, today: CalendarDate): InvoiceSummaryOut {
  return {
    ...presentRef(row, today),
    vendor_invoice_number: row.vendor_invoice_number,
    currency: row.currency,
    subtotal: row.subtotal,
    vat_amount: row.vat_amount,
    total: row.total,
    invoice_date: midnight(row.invoice_date),
    due_date: midnight(row.due_date),
    vendor: row.vendor,
    purchase_order: row.purchase_order,
    created_at: row.created_at,
  };
}

/** What every acting answer says first. */
export function presentRef(row: InvoiceHeadRow, today: CalendarDate): InvoiceRefOut {
  return {
    id: row.id,
    invoice_number: row.invoice_number,
    status: row.status,
    payment_status: paymentStatusOf(row, today),
    match_status: row.match_status,
  };
}

/** A whole invoice. */
export function presentInvoice(row: InvoiceRow, reading: Reading): InvoiceDetailOut {
  return {
    ...presentSummary(row, reading.today),
    vendor: row.vendor,
    purchase_order: row.purchase_order,
    department: row.department,
    goods_receipt: row.goods_receipts.find(({ status }) => status === 'posted') ?? null,
    goods_receipts: [...row.goods_receipts],
    ...moneyOf(row),
    description: row.description,
    line_items: row.lines.map(presentLine),
    match_summary: presentMatch(row, reading.language),
    approved_by: row.approved_by,
    approved_at: row.approved_at,
    overridden: row.overridden,
    rejection_reason: row.rejection_reason,
    rejected_at: row.rejected_at,
    void_reason: row.void_reason,
    voided_at: row.voided_at,
    submitted_at: row.submitted_at,
    paid_at: row.paid_at,
    payments: [...row.payments],
    credit_notes: row.credit_notes.map((note) => ({ ...note, lines: [...note.lines] })),
    created_by: row.created_by,
    updated_at: row.updated_at,
  };
}

/** A new invoice. */
export function presentCreated({ invoice: row, warnings }: InvoiceAnswer, reading: Reading): CreatedInvoiceOut {
  return {
    ...presentRef(row, reading.today),
    vendor_id: row.vendor.id,
    purchase_order_id: row.purchase_order?.id ?? null,
    ...presentBody(row),
    created_at: row.created_at,
    ...sayWarnings(warnings, reading.language),
  };
}

/** An invoice after a change. */
export function presentUpdated({ invoice: row, warnings }: InvoiceAnswer, reading: Reading): UpdatedInvoiceOut {
  return {
    ...presentRef(row, reading.today),
    ...presentBody(row),
    match_summary: presentMatch(row, reading.language),
    updated_at: row.updated_at,
    ...sayWarnings(warnings, reading.language),
  };
}

function presentBody(row: InvoiceRow) {
  return {
    vendor_invoice_number: row.vendor_invoice_number,
    currency: row.currency,
    subtotal: row.subtotal,
    vat_amount: row.vat_amount,
    total: row.total,
    invoice_date: midnight(row.invoice_date),
    due_date: midnight(row.due_date),
    description: row.description,
    line_items: row.lines.map(presentLine),
  };
}

/** What was paid, credited and is due. */
export function moneyOf(row: InvoiceHeadRow): { amount_paid: number; amount_credited: number; amount_due: number } {
  return {
    amount_paid: row.paid_amount,
    amount_credited: row.credited_amount,
    amount_due: toNumber(amountDue(paymentFacts(row))),
  };
}

/** The payment status as of today. */
export function paymentStatusOf(row: InvoiceHeadRow, today: CalendarDate): PaymentStatus {
  return paymentStatus(paymentFacts(row), today);
}

/** A line, with the order line it bills. */
export function presentLine(line: InvoiceLineRow): LineItemOut {
  return {
    id: line.id,
    line_number: line.line_number,
    po_line_id: line.po_line_id,
    description: line.description,
    quantity: line.quantity,
    unit: line.unit,
    unit_price: line.unit_price,
    vat_rate: line.vat_rate,
    vat_amount: line.vat_amount,
    line_total: line.total,
    credited_quantity: line.credited_quantity,
  };
}

function paymentFacts(row: InvoiceHeadRow): PaymentFacts {
  return {
    status: row.status,
    total: decimal(row.total),
    credited: decimal(row.credited_amount),
    paid: decimal(row.paid_amount),
    dueDate: row.due_date,
  };
}

/** A day goes out as the instant it begins, UTC. */
export function midnight(day: CalendarDate): string {
  return `${day}T00:00:00.000Z`;
}
