import type { CalendarDate } from '../../../common/clock';
import { type Language, translate } from '../../../messages';
import { sayWarnings } from '../../../common/warnings';
import { decimal, toNumber } from '../../../common/money';
import { presentAttachment } from '../../documents';
import { type MatchReason, reasonMessage } from '../domain/matching/reasons';
import { amountDue, type PaymentFacts, paymentStatus } from '../domain/payments';
import type { StoredLine, StoredMatch } from '../entities/invoice.entity';
import { presentApprovalState } from './present-state';
import type { InvoiceHeadRow, InvoiceRow, InvoiceSummaryRow } from './rows';
import type {
  CreatedInvoiceResponse,
  InvoiceDetailResponse,
  InvoiceRefResponse,
  InvoiceSummaryResponse,
  MatchReasonResponse,
  MatchSummaryResponse,
  UpdatedInvoiceResponse,
} from './answers';

/** What an answer depends on besides the invoice. */
export interface Reading {
  readonly today: CalendarDate;
  readonly language: Language;
}

/** An invoice in a list. */
export function presentSummary(row: InvoiceSummaryRow, today: CalendarDate): InvoiceSummaryResponse {
  const { vendor, purchase_order, created_at } = row;
  return { ...presentHead(row, today), vendor, purchase_order, created_at };
}

export function presentInvoice(row: InvoiceRow, reading: Reading): InvoiceDetailResponse {
  return {
    ...presentSummary(row, reading.today),
    vendor: row.vendor,
    purchase_order: row.purchase_order,
    department: row.department,
    goods_receipt: row.goods_receipts.find(({ status }) => status === 'posted') ?? null,
    goods_receipts: row.goods_receipts,
    ...moneyOf(row),
    description: row.description,
    line_items: row.line_items,
    match_summary: presentMatch(row, reading.language),
    ...presentApprovalState(row),
    approved_by: row.approved_by,
    approved_at: row.approved_at,
    overridden: row.overridden,
    rejection_reason: row.rejection_reason,
    rejected_at: row.rejected_at,
    void_reason: row.void_reason,
    voided_at: row.voided_at,
    submitted_at: row.submitted_at,
    paid_at: row.paid_at,
    payments: row.payments,
    credit_notes: row.credit_notes,
    attachments: row.documents.map(presentAttachment),
    created_by: row.created_by,
    updated_at: row.updated_at,
    ...sayWarnings(row.warnings, reading.language),
  };
}

/** A new invoice. */
export function presentCreated(row: InvoiceRow, reading: Reading): CreatedInvoiceResponse {
  return {
    ...presentHead(row, reading.today),
    vendor_id: row.vendor.id,
    purchase_order_id: row.purchase_order?.id ?? null,
    description: row.description,
    line_items: row.line_items,
    created_at: row.created_at,
    ...sayWarnings(row.warnings, reading.language),
  };
}

/** An invoice after a change. */
export function presentUpdated(row: InvoiceRow, reading: Reading): UpdatedInvoiceResponse {
  return {
    ...presentHead(row, reading.today),
    description: row.description,
    line_items: row.line_items,
    match_summary: presentMatch(row, reading.language),
    updated_at: row.updated_at,
    ...sayWarnings(row.warnings, reading.language),
  };
}

/** What every answer says first. */
export function presentRef(row: InvoiceHeadRow, today: CalendarDate): InvoiceRefResponse {
  return {
    id: row.id,
    invoice_number: row.invoice_number,
    status: row.status,
    payment_status: paymentStatus(paymentFacts(row), today),
    match_status: row.match_status,
  };
}

function presentHead(row: InvoiceHeadRow, today: CalendarDate) {
  return {
    ...presentRef(row, today),
    vendor_invoice_number: row.vendor_invoice_number,
    currency: row.currency,
    subtotal: row.subtotal,
    vat_amount: row.vat_amount,
    total: row.total,
    invoice_date: midnight(row.invoice_date),
    due_date: midnight(row.due_date),
    external_id: row.external_id,
    metadata: row.metadata,
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

function paymentFacts(row: InvoiceHeadRow): PaymentFacts {
  return {
    status: row.status,
    total: decimal(row.total),
    credited: decimal(row.credited_amount),
    paid: decimal(row.paid_amount),
    dueDate: row.due_date,
  };
}

/** What the last match found, with its reasons as sentences; all null before the first. */
export function presentMatch(
  row: Pick<InvoiceRow, 'match' | 'last_matched_at'>,
  language: Language,
): MatchSummaryResponse {
  return { ...presentStoredMatch(row.match, language), last_matched_at: row.last_matched_at };
}

/** A match as it is kept, or was just found. */
export function presentStoredMatch(
  match: StoredMatch | null,
  language: Language,
): Omit<MatchSummaryResponse, 'last_matched_at'> {
  return {
    po_variance_pct: numberOrNull(match?.po_variance_pct),
    gr_variance_pct: numberOrNull(match?.gr_variance_pct),
    policy: match?.three_way == null ? null : match.three_way ? 'three_way' : 'two_way',
    lines: (match?.lines ?? []).map(presentMatchedLine),
    reasons: (match?.reasons ?? []).map((reason) => presentReason(reason, language)),
  };
}

/** A reason with its sentence. */
export function presentReason(reason: MatchReason, language: Language): MatchReasonResponse {
  const { key, params } = reasonMessage(reason);
  return {
    code: reason.code,
    message: translate(language, key, params),
    line_number: reason.line ?? null,
    po_line_id: reason.poLineId ?? null,
    figure: reason.figure ?? null,
    expected: numberOrNull(reason.expected),
    actual: numberOrNull(reason.actual),
    tolerance: numberOrNull(reason.tolerance),
  };
}

function presentMatchedLine(line: StoredLine): MatchSummaryResponse['lines'][number] {
  return {
    line_item_id: line.id,
    line_number: line.line,
    po_line_id: line.po_line_id,
    result: line.result,
    quantity: Number(line.quantity),
    unit_price: Number(line.unit_price),
    ordered_quantity: numberOrNull(line.ordered),
    accepted_quantity: numberOrNull(line.accepted),
    billed_before: numberOrNull(line.billed_before),
    order_unit_price: numberOrNull(line.order_price),
  };
}

function numberOrNull(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : toNumber(text);
}

/** A day goes out as the instant it begins, UTC. */
function midnight(day: CalendarDate): string {
  return `${day}T00:00:00.000Z`;
}
