import type { OrderId, VendorId } from '../../common/records/ids';
import type { ReceiptStatus } from '../domain/receipt-status';

/** A receipt as the list reads it. Timestamps are ISO 8601 text. */
export interface ReceiptRow {
  readonly id: number;
  readonly gr_number: string;
  readonly status: ReceiptStatus;
  readonly purchase_order: { readonly id: OrderId; readonly po_number: string; readonly status: string };
  readonly vendor: { readonly id: VendorId; readonly name: string };
  readonly received_at: string;
  readonly delivery_note_number: string | null;
  readonly created_by: { readonly id: number; readonly name: string } | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A line of a receipt. */
export interface ReceiptLineRow {
  readonly id: number;
  readonly item_id: number;
  readonly line_number: number;
  readonly description: string;
  readonly unit: string | null;
  readonly quantity_received: number;
  readonly quantity_rejected: number;
  readonly quantity_returned: number;
  readonly rejection_reason: string | null;
}

/** Goods sent back of a receipt. */
export interface ReturnRow {
  readonly id: number;
  readonly reason: string;
  readonly created_by: { readonly id: number; readonly name: string } | null;
  readonly created_at: string;
  readonly lines: readonly { readonly item_id: number; readonly quantity: number }[];
}

/** A whole receipt. */
export interface ReceiptDetailRow extends ReceiptRow {
  readonly notes: string | null;
  readonly cancellation_reason: string | null;
  readonly cancelled_at: string | null;
  readonly cancelled_by: { readonly id: number; readonly name: string } | null;
  readonly version: number;
  readonly lines: readonly ReceiptLineRow[];
  readonly returns: readonly ReturnRow[];
}
