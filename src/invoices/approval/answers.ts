import { Out } from '../../http';
import { STEP_NAMES } from '../domain/approval/exceptions';
import { LINE_RESULTS } from '../domain/matching/line-match';
import { REASON_CODES } from '../domain/matching/reasons';
import { InvoicePartyOut, InvoiceRefOut, InvoiceSummaryOut, InvoiceWarningOut } from '../http/summary';

class MatchedLineOut {
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
export class MatchReasonOut {
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

/** What a match found. */
export class MatchFoundOut {
  @Out.number({ nullable: true }) po_variance_pct: number | null;
  @Out.number({ nullable: true }) gr_variance_pct: number | null;

  @Out.oneOf(['three_way', 'two_way'], { nullable: true, description: 'Whether receipts were matched too.' })
  policy: string | null;

  @Out.list(() => MatchedLineOut) lines: MatchedLineOut[];

  @Out.list(() => MatchReasonOut, { description: 'Why it is not a full match; empty when it is.' })
  reasons: MatchReasonOut[];
}

/** What the last match of an invoice found. */
export class MatchSummaryOut extends MatchFoundOut {
  @Out.timestamp({ nullable: true }) last_matched_at: string | null;
}

class NextStepOut {
  @Out.oneOf(STEP_NAMES) code: string;

  @Out.text({ example: 'Post the goods receipt once the goods are here, or reduce the quantity to what was accepted.' })
  message: string;
}

/** An invoice that waits for something other than a decision. */
export class ExceptionOut extends InvoiceSummaryOut {
  @Out.timestamp({ description: 'Since when it waits.' }) submitted_at: string;

  @Out.boolean({ description: 'Its vendor is blocked: until that is lifted it cannot be approved.' })
  vendor_blocked: boolean;

  @Out.list(() => MatchReasonOut, { description: 'Why the match is not approvable.' }) reasons: MatchReasonOut[];
  @Out.object(() => NextStepOut, { description: 'What would clear it next.' }) next_step: NextStepOut;
}

/** An invoice after its submit. */
export class SubmittedInvoiceOut extends InvoiceRefOut {
  @Out.timestamp({ nullable: true }) submitted_at: string | null;
  @Out.object(() => MatchSummaryOut) match_summary: MatchSummaryOut;
}

/** An invoice after its approval. */
export class ApprovedInvoiceOut extends InvoiceRefOut {
  @Out.object(() => InvoicePartyOut, { nullable: true }) approved_by: InvoicePartyOut | null;
  @Out.timestamp({ nullable: true }) approved_at: string | null;

  @Out.boolean({ description: 'An administrator let it pass although the match or the vendor’s block said no.' })
  overridden: boolean;

  @Out.list(() => InvoiceWarningOut, { optional: true }) warnings?: InvoiceWarningOut[];
}

/** An invoice after its rejection. */
export class RejectedInvoiceOut extends InvoiceRefOut {
  @Out.text({ nullable: true }) rejection_reason: string | null;
  @Out.timestamp({ nullable: true }) rejected_at: string | null;
}

/** An invoice after its void. */
export class VoidedInvoiceOut extends InvoiceRefOut {
  @Out.text({ nullable: true }) void_reason: string | null;
  @Out.timestamp({ nullable: true }) voided_at: string | null;
}
