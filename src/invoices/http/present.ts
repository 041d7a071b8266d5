import { sayWarnings } from '../../common/messages/warning';
import { presentMatch } from '../approval/present';
import type { InvoiceAnswer } from '../invoices.service';
import type { InvoiceLineRow, InvoiceRow } from '../queries/invoice-rows';
import type { CreatedInvoiceOut, InvoiceDetailOut, LineItemOut, UpdatedInvoiceOut } from './answers';
import { midnight, moneyOf, presentRef, presentSummary, type Reading } from './summary';

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

/** A line, with the order line it bills. */
function presentLine(line: InvoiceLineRow): LineItemOut {
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
