import type { CalendarDate } from '../../../common/clock';
import { decimal, toNumber } from '../../../common/money';
import { toWarningsResponse, type Warning } from '../../../common/warnings';
import type { Language } from '../../../messages';
import { both, Out, WarningResponse } from '../../../platform/http';
import { type ResponseFields, ResponseOf } from '../../../platform/records';
import { AttachmentResponse, type DocumentRow, toAttachmentResponse } from '../../documents';
import type { ReferencedVendor } from '../../vendors';
import { amountDue, PAYMENT_STATUSES, type PaymentFacts, paymentStatus } from '../domain/payments';
import { midnight, ShownInvoice, ShownInvoiceItem, type StoredMatch } from '../entities/invoice.entity';
import { ApprovalStateResponse, type DecidedRow, toApprovalStateResponse } from './approval-state';
import { MatchSummaryResponse, toMatchSummaryResponse } from './match-answers';
import { CreditNoteOfResponse, PaymentOfResponse } from './payment-answers';

export class InvoicePartyResponse {
  @Out.id() id: number;
  @Out.text() name: string;
}

export class OrderNumberResponse {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
}

export const STANDING_WARNINGS =
  'Current warnings; each is listed until its cause is removed. DUPLICATE_SUSPECTED identifies the other invoice. BANK_DETAILS_UNVERIFIED and, without an order, NO_BUDGET apply from the submit on.';

export class InvoiceRefResponse extends ResponseOf(ShownInvoice, {
  only: ['id', 'invoiceNumber', 'status', 'matchStatus'],
}) {
  @Out.oneOf(PAYMENT_STATUSES) payment_status: string;
}

/** Fields of all invoice rows, including list rows. */
export const HEAD = [
  'id',
  'invoiceNumber',
  'vendorInvoiceNumber',
  'status',
  'matchStatus',
  'currency',
  'subtotal',
  'vatAmount',
  'total',
  'externalId',
  'metadata',
] as const;

/** Stored fields from which a list response derives others, and `createdAt`. */
export const HEAD_FACTS = ['invoiceDate', 'dueDate', 'creditedAmount', 'paidAmount', 'createdAt'] as const;

class InvoiceHeadResponse extends ResponseOf(ShownInvoice, { only: HEAD }) {
  @Out.oneOf(PAYMENT_STATUSES) payment_status: string;
  @Out.timestamp({ description: 'Midnight UTC of the invoice date.' }) invoice_date: string;
  @Out.timestamp({ description: 'Midnight UTC of the due date.' }) due_date: string;
}

export class InvoiceSummaryResponse extends InvoiceHeadResponse {
  @Out.object(() => InvoicePartyResponse) vendor: InvoicePartyResponse;
  @Out.object(() => OrderNumberResponse, { nullable: true }) purchase_order: OrderNumberResponse | null;
  @Out.timestamp() created_at: string;
}

export class LineItemResponse extends ResponseOf(ShownInvoiceItem, {
  omit: ['purchaseOrderItemId'],
  aliases: { total: 'line_total' },
}) {
  @Out.id({ nullable: true, description: 'The billed order line: as sent in the request, else as matched.' })
  po_line_id: number | null;
}

class InvoiceVendorResponse extends InvoicePartyResponse {
  @Out.text({ nullable: true }) email: string | null;
  @Out.text({ nullable: true }) vat_number: string | null;
}

class InvoiceOrderResponse extends OrderNumberResponse {
  @Out.text() status: string;
  @Out.amount() total_inc_vat: number;
}

class InvoiceReceiptResponse {
  @Out.id() id: number;
  @Out.text({ example: 'GR-2026-000001' }) gr_number: string;
  @Out.text() status: string;
}

const DetailFields = ResponseOf(ShownInvoice, {
  omit: [...HEAD, 'vendorId', 'purchaseOrderId', 'departmentId', 'invoiceDate', 'dueDate', 'createdAt'],
  aliases: { credited_amount: 'amount_credited', paid_amount: 'amount_paid' },
});

export class InvoiceDetailResponse extends both(InvoiceSummaryResponse, both(DetailFields, ApprovalStateResponse)) {
  @Out.object(() => InvoiceVendorResponse)
  override vendor: InvoiceVendorResponse;

  @Out.object(() => InvoiceOrderResponse, { nullable: true })
  override purchase_order: InvoiceOrderResponse | null;

  @Out.object(() => InvoicePartyResponse, {
    nullable: true,
    description: 'The department whose budget an invoice without an order spends.',
  })
  department: InvoicePartyResponse | null;

  @Out.object(() => InvoiceReceiptResponse, { nullable: true, description: 'The latest posted receipt of the order.' })
  goods_receipt: InvoiceReceiptResponse | null;

  @Out.list(() => InvoiceReceiptResponse, { description: 'All receipts of the order, latest first.' })
  goods_receipts: InvoiceReceiptResponse[];

  @Out.amount({ description: 'Negative if a refund is due.' }) amount_due: number;
  @Out.list(() => LineItemResponse) line_items: LineItemResponse[];
  @Out.object(() => MatchSummaryResponse) match_summary: MatchSummaryResponse;
  @Out.object(() => InvoicePartyResponse, { nullable: true }) approved_by: InvoicePartyResponse | null;
  @Out.list(() => PaymentOfResponse) payments: PaymentOfResponse[];
  @Out.list(() => CreditNoteOfResponse) credit_notes: CreditNoteOfResponse[];
  @Out.list(() => AttachmentResponse) attachments: AttachmentResponse[];
  @Out.object(() => InvoicePartyResponse, { nullable: true }) created_by: InvoicePartyResponse | null;
  @Out.list(() => WarningResponse, { optional: true, description: STANDING_WARNINGS })
  warnings?: WarningResponse[];
}

class InvoiceBodyResponse extends InvoiceHeadResponse {
  @Out.text({ nullable: true }) description: string | null;
  @Out.list(() => LineItemResponse) line_items: LineItemResponse[];
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

export class CreatedInvoiceResponse extends InvoiceBodyResponse {
  @Out.id() vendor_id: number;
  @Out.id({ nullable: true }) purchase_order_id: number | null;
  @Out.timestamp() created_at: string;
}

export class UpdatedInvoiceResponse extends InvoiceBodyResponse {
  @Out.object(() => MatchSummaryResponse) match_summary: MatchSummaryResponse;
  @Out.timestamp() updated_at: string;
}

/** The JSON row for all invoice responses. Days are `YYYY-MM-DD`. */
export type InvoiceHeadRow = Readonly<ResponseFields<Pick<ShownInvoice, (typeof HEAD | typeof HEAD_FACTS)[number]>>>;

export type InvoiceSummaryRow = InvoiceHeadRow & Pick<InvoiceSummaryResponse, 'vendor' | 'purchase_order'>;

/** An open invoice that is not approvable, or has a blocked vendor or a warning. */
export interface ExceptionRow extends InvoiceSummaryRow {
  readonly vendor: InvoiceSummaryResponse['vendor'] & { readonly status: ReferencedVendor['status'] };
  readonly submitted_at: string;
  readonly match: StoredMatch;
  readonly warnings: readonly Warning[];
}

type JoinedOne = 'vendor' | 'purchase_order' | 'department' | 'approved_by' | 'created_by';
type JoinedList = 'goods_receipts' | 'line_items' | 'payments' | 'credit_notes';

export interface InvoiceRow
  extends
    Readonly<ResponseFields<ShownInvoice>>,
    Readonly<Pick<InvoiceDetailResponse, JoinedOne | JoinedList>>,
    Pick<DecidedRow, 'current_step' | 'steps' | 'deciders'> {
  readonly match: StoredMatch | null;
  readonly last_matched_at: string | null;
  readonly version: number;
  readonly documents: readonly DocumentRow[];
  readonly warnings: readonly Warning[];
}

export interface Reading {
  readonly today: CalendarDate;
  readonly language: Language;
}

export function toInvoiceRefResponse(row: InvoiceHeadRow, today: CalendarDate): InvoiceRefResponse {
  return { ...InvoiceRefResponse.fromJson(row), payment_status: paymentStatus(paymentFacts(row), today) };
}

function toInvoiceHeadResponse(row: InvoiceHeadRow, today: CalendarDate): InvoiceHeadResponse {
  return Object.assign(InvoiceHeadResponse.fromJson(row), datesOf(row, today));
}

function datesOf(row: InvoiceHeadRow, today: CalendarDate) {
  return {
    payment_status: paymentStatus(paymentFacts(row), today),
    invoice_date: midnight(row.invoice_date),
    due_date: midnight(row.due_date),
  };
}

export function toInvoiceSummaryResponse(row: InvoiceSummaryRow, today: CalendarDate): InvoiceSummaryResponse {
  const { vendor, purchase_order, created_at } = row;
  return Object.assign(InvoiceSummaryResponse.fromJson(row), datesOf(row, today), {
    vendor,
    purchase_order,
    created_at,
  });
}

export function toInvoiceResponse(row: InvoiceRow, reading: Reading): InvoiceDetailResponse {
  const { vendor, purchase_order, department, goods_receipts, line_items } = row;
  const { payments, credit_notes, approved_by, created_by, created_at } = row;
  return {
    ...toInvoiceHeadResponse(row, reading.today),
    ...DetailFields.fromJson(row),
    ...toApprovalStateResponse(row),
    ...{ vendor, purchase_order, department, goods_receipts, line_items },
    ...{ payments, credit_notes, approved_by, created_by, created_at },
    goods_receipt: goods_receipts.find(({ status }) => status === 'posted') ?? null,
    amount_due: amountDueOf(row),
    match_summary: toMatchSummaryResponse(row, reading.language),
    attachments: row.documents.map(toAttachmentResponse),
    ...toWarningsResponse(row.warnings, reading.language),
  };
}

export function toCreatedInvoiceResponse(row: InvoiceRow, reading: Reading): CreatedInvoiceResponse {
  const { vendor_id, purchase_order_id, created_at } = row;
  return { ...toInvoiceBodyResponse(row, reading), vendor_id, purchase_order_id, created_at };
}

export function toUpdatedInvoiceResponse(row: InvoiceRow, reading: Reading): UpdatedInvoiceResponse {
  const match_summary = toMatchSummaryResponse(row, reading.language);
  return { ...toInvoiceBodyResponse(row, reading), match_summary, updated_at: row.updated_at };
}

function toInvoiceBodyResponse(row: InvoiceRow, { today, language }: Reading): InvoiceBodyResponse {
  const { description, line_items, warnings } = row;
  return { ...toInvoiceHeadResponse(row, today), description, line_items, ...toWarningsResponse(warnings, language) };
}

export const amountDueOf = (row: InvoiceHeadRow): number => toNumber(amountDue(paymentFacts(row)));

function paymentFacts(row: InvoiceHeadRow): PaymentFacts {
  return {
    status: row.status,
    total: decimal(row.total),
    credited: decimal(row.credited_amount),
    paid: decimal(row.paid_amount),
    dueDate: row.due_date,
  };
}
