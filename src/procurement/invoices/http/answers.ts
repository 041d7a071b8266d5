import { MATCH_STATUSES } from '../../../common/settings';
import { ApprovalResponse, PendingApproverResponse } from '../../approvals';
import type { Metadata } from '../../../common/records/external';
import { AttachmentResponse } from '../../documents';
import { both, Out, WarningResponse } from '../../../platform/http';
import { INVOICE_STATUSES } from '../domain/lifecycle';
import { LINE_RESULTS } from '../domain/matching/line-match';
import { REASON_CODES } from '../domain/matching/reasons';
import { PAYMENT_STATUSES } from '../domain/payments';
import { CreditNoteOfResponse, PaymentOfResponse } from './payment-answers';

export class InvoicePartyResponse {
  @Out.id() id: number;
  @Out.text() name: string;
}

export class OrderNumberResponse {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
}

/** What `warnings` of an invoice are. */
export const STANDING_WARNINGS =
  'Those that stand now: each stays until its cause is gone. DUPLICATE_SUSPECTED names the other invoice; from the submit on BANK_DETAILS_UNVERIFIED and, without an order, NO_BUDGET are among them.';

/** What every answer about an invoice says first. */
export class InvoiceRefResponse {
  @Out.id() id: number;
  @Out.text({ example: 'INV-2026-000001', description: 'The service’s number.' }) invoice_number: string;
  @Out.oneOf(INVOICE_STATUSES) status: string;
  @Out.oneOf(PAYMENT_STATUSES) payment_status: string;
  @Out.oneOf(MATCH_STATUSES) match_status: string;
}

/** What an answer says of a whole invoice, and a list of each. */
class InvoiceHeadResponse extends InvoiceRefResponse {
  @Out.text({ description: 'The vendor’s own number.' }) vendor_invoice_number: string;
  @Out.currency() currency: string;
  @Out.amount() subtotal: number;
  @Out.amount() vat_amount: number;
  @Out.amount() total: number;
  @Out.timestamp({ description: 'Midnight UTC of the invoice’s date.' }) invoice_date: string;
  @Out.timestamp({ description: 'Midnight UTC of the day payment is due.' }) due_date: string;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
}

/** An invoice in a list. */
export class InvoiceSummaryResponse extends InvoiceHeadResponse {
  @Out.object(() => InvoicePartyResponse) vendor: InvoicePartyResponse;
  @Out.object(() => OrderNumberResponse, { nullable: true }) purchase_order: OrderNumberResponse | null;
  @Out.timestamp() created_at: string;
}

class MatchedLineResponse {
  @Out.id() line_item_id: number;
  @Out.integer() line_number: number;
  @Out.id({ nullable: true }) po_line_id: number | null;
  @Out.oneOf(LINE_RESULTS, { description: 'The first fault that holds, or ok.' }) result: string;
  @Out.number() quantity: number;
  @Out.number() unit_price: number;
  @Out.number({ nullable: true, description: 'Ordered, or what a close left of it.' }) ordered_quantity: number | null;

  @Out.number({ nullable: true, description: 'Received less rejected less returned.' })
  accepted_quantity: number | null;

  @Out.number({ nullable: true, description: 'Billed by other invoices before this one.' })
  billed_before: number | null;

  @Out.number({ nullable: true }) order_unit_price: number | null;
}

/** One reason why an invoice is no full match. */
export class MatchReasonResponse {
  @Out.oneOf(REASON_CODES) code: string;

  @Out.text({ example: 'Line 1: the unit price is 110.00, above the ordered 100.00 (tolerance 5.00).' })
  message: string;

  @Out.integer({ nullable: true }) line_number: number | null;
  @Out.id({ nullable: true }) po_line_id: number | null;

  @Out.text({ nullable: true, description: 'Which printed figure differs, for TOTALS_MISMATCH.' })
  figure: string | null;

  @Out.number({ nullable: true }) expected: number | null;
  @Out.number({ nullable: true }) actual: number | null;

  @Out.number({ nullable: true, description: 'How much more than expected would have been allowed.' })
  tolerance: number | null;
}

/** What the last match of an invoice found. */
export class MatchSummaryResponse {
  @Out.number({ nullable: true }) po_variance_pct: number | null;
  @Out.number({ nullable: true }) gr_variance_pct: number | null;

  @Out.oneOf(['three_way', 'two_way'], { nullable: true, description: 'Whether receipts were matched too.' })
  policy: string | null;

  @Out.list(() => MatchedLineResponse) lines: MatchedLineResponse[];

  @Out.list(() => MatchReasonResponse, { description: 'Why it is not a full match; empty when it is.' })
  reasons: MatchReasonResponse[];

  @Out.timestamp({ nullable: true }) last_matched_at: string | null;
}

/** A line of an invoice. */
export class LineItemResponse {
  @Out.id() id: number;
  @Out.integer() line_number: number;

  @Out.id({ nullable: true, description: 'The order line it bills: as named, else as matched.' })
  po_line_id: number | null;

  @Out.text() description: string;
  @Out.number() quantity: number;
  @Out.text({ nullable: true }) unit: string | null;
  @Out.number() unit_price: number;
  @Out.number({ description: 'Percent.' }) vat_rate: number;
  @Out.amount() vat_amount: number;
  @Out.amount({ description: 'VAT included.' }) line_total: number;
  @Out.number({ description: 'Quantity that credit notes took off.' }) credited_quantity: number;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
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

/** Where the approval of an invoice stands, as of an order or an amendment. */
export class ApprovalStateResponse {
  @Out.integer({ nullable: true, description: 'While it is pending; 1 where one decision is all it takes.' })
  current_approval_step: number | null;

  @Out.list(() => PendingApproverResponse, { description: 'Active users who may decide the current step now.' })
  pending_approvers: PendingApproverResponse[];

  @Out.list(() => ApprovalResponse, {
    description: 'The decisions, and the steps that wait for one; of an invoice without steps the one decision.',
  })
  approvals: ApprovalResponse[];
}

export class InvoiceDetailResponse extends both(InvoiceSummaryResponse, ApprovalStateResponse) {
  @Out.object(() => InvoiceVendorResponse)
  override vendor: InvoiceVendorResponse;

  @Out.object(() => InvoiceOrderResponse, { nullable: true })
  override purchase_order: InvoiceOrderResponse | null;

  @Out.object(() => InvoicePartyResponse, {
    nullable: true,
    description: 'Whose budget an invoice without an order spends.',
  })
  department: InvoicePartyResponse | null;

  @Out.object(() => InvoiceReceiptResponse, { nullable: true, description: 'The latest posted receipt of the order.' })
  goods_receipt: InvoiceReceiptResponse | null;

  @Out.list(() => InvoiceReceiptResponse, { description: 'All receipts of the order, the latest first.' })
  goods_receipts: InvoiceReceiptResponse[];

  @Out.amount() amount_paid: number;
  @Out.amount({ description: 'Sum of the credit notes.' }) amount_credited: number;
  @Out.amount({ description: 'Below zero it is a refund due.' }) amount_due: number;
  @Out.text({ nullable: true }) description: string | null;
  @Out.list(() => LineItemResponse) line_items: LineItemResponse[];
  @Out.object(() => MatchSummaryResponse) match_summary: MatchSummaryResponse;
  @Out.object(() => InvoicePartyResponse, { nullable: true }) approved_by: InvoicePartyResponse | null;
  @Out.timestamp({ nullable: true }) approved_at: string | null;

  @Out.boolean({ description: 'An administrator let it pass although the match or the vendor’s block said no.' })
  overridden: boolean;

  @Out.text({ nullable: true }) rejection_reason: string | null;
  @Out.timestamp({ nullable: true }) rejected_at: string | null;
  @Out.text({ nullable: true }) void_reason: string | null;
  @Out.timestamp({ nullable: true }) voided_at: string | null;
  @Out.timestamp({ nullable: true }) submitted_at: string | null;
  @Out.timestamp({ nullable: true }) paid_at: string | null;
  @Out.list(() => PaymentOfResponse) payments: PaymentOfResponse[];
  @Out.list(() => CreditNoteOfResponse) credit_notes: CreditNoteOfResponse[];
  @Out.list(() => AttachmentResponse) attachments: AttachmentResponse[];
  @Out.object(() => InvoicePartyResponse, { nullable: true }) created_by: InvoicePartyResponse | null;
  @Out.timestamp() updated_at: string;
  @Out.list(() => WarningResponse, { optional: true, description: STANDING_WARNINGS })
  warnings?: WarningResponse[];
}

/** What the answers to a create and to a change have in common. */
class InvoiceBodyResponse extends InvoiceHeadResponse {
  @Out.text({ nullable: true }) description: string | null;
  @Out.list(() => LineItemResponse) line_items: LineItemResponse[];
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

/** A new invoice. */
export class CreatedInvoiceResponse extends InvoiceBodyResponse {
  @Out.id() vendor_id: number;
  @Out.id({ nullable: true }) purchase_order_id: number | null;
  @Out.timestamp() created_at: string;
}

/** An invoice after a change. */
export class UpdatedInvoiceResponse extends InvoiceBodyResponse {
  @Out.object(() => MatchSummaryResponse) match_summary: MatchSummaryResponse;
  @Out.timestamp() updated_at: string;
}
