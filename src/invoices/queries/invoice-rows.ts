import type { ReferencedVendor } from '../../vendors';
import type { InvoiceStatus } from '../domain/lifecycle';
import type { MatchStatus } from '../../common/records/matching';
import type { InvoiceId, OrderId, OrderItemId } from '../../common/records/ids';
import type { StoredMatch } from '../entities/invoice.entity';

interface Named {
  readonly id: number;
  readonly name: string;
}

/** What every answer about an invoice is built from. Timestamps are ISO 8601 text, days `YYYY-MM-DD`. */
export interface InvoiceHeadRow {
  readonly id: InvoiceId;
  readonly invoice_number: string;
  readonly vendor_invoice_number: string;
  readonly status: InvoiceStatus;
  readonly match_status: MatchStatus;
  readonly currency: string;
  readonly subtotal: number;
  readonly vat_amount: number;
  readonly total: number;
  readonly credited_amount: number;
  readonly paid_amount: number;
  readonly invoice_date: string;
  readonly due_date: string;
  readonly created_at: string;
}

/** An invoice in a list. */
export interface InvoiceSummaryRow extends InvoiceHeadRow {
  readonly vendor: Named;
  readonly purchase_order: { readonly id: OrderId; readonly po_number: string } | null;
}

/** An invoice that waits and is not approvable, or whose vendor is blocked. */
export interface ExceptionRow extends InvoiceSummaryRow {
  readonly vendor: Named & { readonly status: ReferencedVendor['status'] };
  readonly submitted_at: string;
  readonly match: StoredMatch;
}

/** A line of an invoice. */
export interface InvoiceLineRow {
  readonly id: number;
  readonly line_number: number;
  /** The order line it bills: as named, else as matched. */
  readonly po_line_id: OrderItemId | null;
  readonly description: string;
  readonly quantity: number;
  readonly unit: string | null;
  readonly unit_price: number;
  readonly vat_rate: number;
  readonly vat_amount: number;
  /** VAT included. */
  readonly line_total: number;
  readonly credited_quantity: number;
}

/** A payment of an invoice; a refund is negative. */
export interface PaymentRow {
  readonly id: number;
  readonly amount: number;
  readonly paid_at: string;
  readonly method: string | null;
  readonly reference: string | null;
  readonly created_at: string;
}

/** A credit note of an invoice. Amounts include VAT. */
export interface CreditNoteRow {
  readonly id: number;
  readonly credit_note_number: string;
  readonly amount: number;
  readonly reason: string;
  readonly created_at: string;
  readonly lines: readonly { readonly line_item_id: number; readonly quantity: number; readonly amount: number }[];
}

/** A goods receipt of the invoice’s order. */
export interface ReceiptRef {
  readonly id: number;
  readonly gr_number: string;
  readonly status: string;
}

/** A whole invoice, read in one statement. */
export interface InvoiceRow extends InvoiceHeadRow {
  readonly vendor: Named & { readonly email: string | null; readonly vat_number: string | null };
  readonly purchase_order: {
    readonly id: OrderId;
    readonly po_number: string;
    readonly status: string;
    readonly total_inc_vat: number;
  } | null;
  readonly department: Named | null;
  /** Receipts of the order, the latest first. */
  readonly goods_receipts: readonly ReceiptRef[];
  readonly description: string | null;
  readonly lines: readonly InvoiceLineRow[];
  readonly match: StoredMatch | null;
  readonly last_matched_at: string | null;
  readonly submitted_at: string | null;
  readonly approved_by: Named | null;
  readonly approved_at: string | null;
  readonly overridden: boolean;
  readonly rejection_reason: string | null;
  readonly rejected_at: string | null;
  readonly void_reason: string | null;
  readonly voided_at: string | null;
  readonly paid_at: string | null;
  readonly payments: readonly PaymentRow[];
  readonly credit_notes: readonly CreditNoteRow[];
  readonly created_by: Named | null;
  readonly updated_at: string;
  readonly version: number;
}
