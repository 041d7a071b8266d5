import { type Decimal, decimal } from '../../common/money';
import type { HeaderTotals } from '../domain/entry/totals';
import type { InvoiceLineFacts } from '../domain/matching/facts';
import type { QueuedInvoice } from '../domain/matching/match';
import type { PaymentFacts } from '../domain/payments';
import type { Invoice } from './invoice.entity';

/** The columns of an invoice that its verbs judge by, and its lines. */
export interface StoredInvoice extends Readonly<
  Pick<
    Invoice,
    | 'id'
    | 'invoiceNumber'
    | 'vendorInvoiceNumber'
    | 'vendorId'
    | 'purchaseOrderId'
    | 'departmentId'
    | 'createdById'
    | 'status'
    | 'matchStatus'
    | 'currency'
    | 'subtotal'
    | 'vatAmount'
    | 'total'
    | 'creditedAmount'
    | 'paidAmount'
    | 'invoiceDate'
    | 'dueDate'
    | 'description'
    | 'submittedAt'
    | 'currentStep'
    | 'approvedAt'
  >
> {
  /** In line order. */
  readonly lines: readonly StoredInvoiceLine[];
}

/** A line of a stored invoice. */
export interface StoredInvoiceLine extends InvoiceLineFacts {
  readonly creditedQuantity: Decimal;
}

/** The totals at the invoice's foot. */
export function totalsOf({ subtotal, vatAmount, total }: StoredInvoice): HeaderTotals {
  return { subtotal, vat: vatAmount, total };
}

/** The invoice with its place in the queue of the order's waiting invoices. */
export function queuedInvoice(invoice: StoredInvoice): QueuedInvoice {
  const { id, submittedAt, vendorId, currency, lines } = invoice;
  return { id, submittedAt, vendorId, currency, lines, totals: totalsOf(invoice) };
}

/** What its payment is judged by. */
export function paymentFactsOf(invoice: StoredInvoice): PaymentFacts {
  const { status, total, creditedAmount: credited, paidAmount: paid, dueDate } = invoice;
  return { status, total, credited, paid, dueDate };
}

/** T with its decimals as text, so that nothing is rounded on the way from the database. */
export type AsText<T> = { readonly [Key in keyof T]: T[Key] extends Decimal ? string : T[Key] };

/** The row that {@link STORED} answers. */
export interface StoredInvoiceRow extends AsText<Omit<StoredInvoice, 'lines'>> {
  readonly version: number;
  readonly lines: readonly AsText<StoredInvoiceLine>[];
}

/** Invoices with their lines, to be followed by a condition over `i`. $1 is the tenant. */
export const STORED = `
SELECT i.id, i.invoice_number AS "invoiceNumber", i.vendor_invoice_number AS "vendorInvoiceNumber", i.vendor_id AS "vendorId",
       i.purchase_order_id AS "purchaseOrderId", i.department_id AS "departmentId", i.created_by_id AS "createdById", i.version,
       i.status, i.match_status AS "matchStatus", i.currency, i.subtotal, i.vat_amount AS "vatAmount", i.total,
       i.credited_amount AS "creditedAmount", i.paid_amount AS "paidAmount", i.invoice_date AS "invoiceDate",
       i.due_date AS "dueDate", i.description, i.submitted_at AS "submittedAt", i.current_step AS "currentStep",
       i.approved_at AS "approvedAt",
       (SELECT coalesce(json_agg(json_build_object('id', l.id, 'lineNumber', l.line_number,
                 'poLineId', l.purchase_order_item_id, 'description', l.description, 'unit', l.unit,
                 'quantity', l.quantity::text, 'unitPrice', l.unit_price::text, 'vatRate', l.vat_rate::text,
                 'creditedQuantity', l.credited_quantity::text) ORDER BY l.line_number), '[]'::json)
          FROM invoice_items l WHERE l.tenant_id = i.tenant_id AND l.invoice_id = i.id) AS lines
  FROM invoices i WHERE i.tenant_id = $1`;

/** The row as a stored invoice. */
export function storedInvoice({ version: _, ...row }: StoredInvoiceRow): StoredInvoice {
  return {
    ...row,
    subtotal: decimal(row.subtotal),
    vatAmount: decimal(row.vatAmount),
    total: decimal(row.total),
    creditedAmount: decimal(row.creditedAmount),
    paidAmount: decimal(row.paidAmount),
    lines: row.lines.map((line) => ({
      ...line,
      quantity: decimal(line.quantity),
      unitPrice: decimal(line.unitPrice),
      vatRate: decimal(line.vatRate),
      creditedQuantity: decimal(line.creditedQuantity),
    })),
  };
}
