import { type Decimal, decimal } from '../../common/money';
import type { InvoiceLineFacts } from '../domain/matching/facts';
import type { InvoiceStatus } from '../domain/lifecycle';
import type { PaymentFacts } from '../domain/payments/payment';
import type { MatchStatus } from '../../common/matching';
import type { QueuedInvoice } from '../domain/matching/match-queue';
import type { HeaderTotals } from '../domain/entry/totals';

/** An invoice as its verbs look at it. */
export interface StoredInvoice {
  readonly id: number;
  readonly invoiceNumber: string;
  readonly vendorInvoiceNumber: string;
  readonly vendorId: number;
  readonly orderId: number | null;
  readonly departmentId: number | null;
  readonly createdById: number | null;
  readonly version: number;
  readonly status: InvoiceStatus;
  readonly matchStatus: MatchStatus;
  readonly currency: string;
  readonly totals: HeaderTotals;
  readonly credited: Decimal;
  readonly paid: Decimal;
  readonly invoiceDate: string;
  readonly dueDate: string;
  readonly submittedAt: Date | null;
  readonly approvedAt: Date | null;
  readonly lines: readonly StoredInvoiceLine[];
}

/** A line of it; `matchedLineId` is the order line the last match paired it with. */
export interface StoredInvoiceLine extends InvoiceLineFacts {
  readonly matchedLineId: number | null;
  readonly creditedQuantity: Decimal;
}

/** The invoice with its place in the queue of the order's waiting invoices. */
export function queuedInvoice({ id, submittedAt, vendorId, currency, lines, totals }: StoredInvoice): QueuedInvoice {
  return { id, submittedAt, vendorId, currency, lines, totals };
}

/** What its payment is judged by. */
export function paymentFactsOf({ status, totals, credited, paid, dueDate }: StoredInvoice): PaymentFacts {
  return { status, total: totals.total, credited, paid, dueDate };
}

/** The row that {@link STORED} answers: amounts and quantities as text, so that nothing is rounded on the way. */
export interface StoredInvoiceRow {
  readonly id: number;
  readonly invoice_number: string;
  readonly vendor_invoice_number: string;
  readonly vendor_id: number;
  readonly purchase_order_id: number | null;
  readonly department_id: number | null;
  readonly created_by_id: number | null;
  readonly version: number;
  readonly status: InvoiceStatus;
  readonly match_status: MatchStatus;
  readonly currency: string;
  readonly subtotal: string;
  readonly vat_amount: string;
  readonly total: string;
  readonly credited_amount: string;
  readonly paid_amount: string;
  readonly invoice_date: string;
  readonly due_date: string;
  readonly submitted_at: Date | null;
  readonly approved_at: Date | null;
  readonly lines: readonly {
    readonly id: number;
    readonly line_number: number;
    readonly po_line_id: number | null;
    readonly matched_id: number | null;
    readonly description: string;
    readonly unit: string | null;
    readonly quantity: string;
    readonly unit_price: string;
    readonly vat_rate: string;
    readonly credited: string;
  }[];
}

/** Invoices with their lines, to be followed by a condition over `i`. $1 is the tenant. */
export const STORED = `
SELECT i.id, i.invoice_number, i.vendor_invoice_number, i.vendor_id, i.purchase_order_id, i.department_id, i.created_by_id, i.version,
       i.status, i.match_status, i.currency, i.subtotal, i.vat_amount, i.total, i.credited_amount, i.paid_amount,
       i.invoice_date, i.due_date, i.submitted_at, i.approved_at,
       (SELECT coalesce(json_agg(json_build_object('id', l.id, 'line_number', l.line_number,
                 'po_line_id', l.purchase_order_item_id, 'matched_id', l.matched_item_id, 'description', l.description,
                 'unit', l.unit, 'quantity', l.quantity::text, 'unit_price', l.unit_price::text,
                 'vat_rate', l.vat_rate::text, 'credited', l.credited_quantity::text) ORDER BY l.line_number), '[]'::json)
          FROM invoice_items l WHERE l.tenant_id = i.tenant_id AND l.invoice_id = i.id) AS lines
  FROM invoices i WHERE i.tenant_id = $1`;

/** The row as facts. */
export function storedInvoice(row: StoredInvoiceRow): StoredInvoice {
  return {
    id: row.id,
    invoiceNumber: row.invoice_number,
    vendorInvoiceNumber: row.vendor_invoice_number,
    vendorId: row.vendor_id,
    orderId: row.purchase_order_id,
    departmentId: row.department_id,
    createdById: row.created_by_id,
    version: row.version,
    status: row.status,
    matchStatus: row.match_status,
    currency: row.currency,
    totals: { subtotal: decimal(row.subtotal), vat: decimal(row.vat_amount), total: decimal(row.total) },
    credited: decimal(row.credited_amount),
    paid: decimal(row.paid_amount),
    invoiceDate: row.invoice_date,
    dueDate: row.due_date,
    submittedAt: row.submitted_at,
    approvedAt: row.approved_at,
    lines: row.lines.map(storedLine),
  };
}

function storedLine(line: StoredInvoiceRow['lines'][number]): StoredInvoiceLine {
  return {
    id: line.id,
    lineNumber: line.line_number,
    poLineId: line.po_line_id,
    matchedLineId: line.matched_id,
    description: line.description,
    unit: line.unit,
    quantity: decimal(line.quantity),
    unitPrice: decimal(line.unit_price),
    vatRate: decimal(line.vat_rate),
    creditedQuantity: decimal(line.credited),
  };
}
