import type { CalendarDate } from '../../../common/clock';
import type { OrderId, VendorId } from '../../../common/records/ids';
import type { LineChange } from './lines';
import type { PrintedTotals } from './totals';

/** What a request says of an invoice, in neither form's words. What it does not mention is undefined, what it clears null. */
export interface InvoiceInput {
  /** The vendor's number. */
  readonly number?: string | undefined;
  readonly invoiceDate?: CalendarDate | undefined;
  readonly dueDate?: CalendarDate | undefined;
  readonly description?: string | null | undefined;
  readonly lines?: readonly LineChange[] | undefined;
  /** What the request calls its lines: `line_items` or `lines`. */
  readonly linesField: string;
  readonly totals: PrintedTotals;
}

/** A new invoice: of a vendor, an order or both. */
export interface NewInvoiceInput extends InvoiceInput {
  readonly vendorId?: VendorId | undefined;
  readonly orderId?: OrderId | undefined;
  /** What the request calls the order: `po_id` or `purchase_order_id`. */
  readonly orderField: string;
  readonly departmentId?: number | undefined;
  readonly currency?: string | undefined;
  readonly number: string;
  readonly invoiceDate: CalendarDate;
  readonly lines: readonly LineChange[];
}
