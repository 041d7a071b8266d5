import { Out } from '../../http';
import { LINE_RESULTS } from '../domain/matching/line-match';
import { REASON_CODES } from '../domain/matching/reasons';

class MatchedLineOut {
  @Out.id()
  line_item_id: number;

  @Out.integer()
  line_number: number;

  @Out.id({ nullable: true })
  po_line_id: number | null;

  @Out.oneOf(LINE_RESULTS, { description: 'The first fault that holds, or ok.' })
  result: string;

  @Out.number()
  quantity: number;

  @Out.number()
  unit_price: number;

  @Out.number({ nullable: true, description: 'Ordered, or what a close left of it.' })
  ordered_quantity: number | null;

  @Out.number({ nullable: true, description: 'Received less rejected less returned.' })
  accepted_quantity: number | null;

  @Out.number({ nullable: true, description: 'Billed by other invoices before this one.' })
  billed_before: number | null;

  @Out.number({ nullable: true })
  order_unit_price: number | null;
}

export class MatchReasonOut {
  @Out.oneOf(REASON_CODES)
  code: string;

  @Out.text({ example: 'Line 1: the unit price is 110.00, above the ordered 100.00 (tolerance 5.00).' })
  message: string;

  @Out.integer({ nullable: true })
  line_number: number | null;

  @Out.id({ nullable: true })
  po_line_id: number | null;

  @Out.text({ nullable: true, description: 'Which printed figure differs, for TOTALS_MISMATCH.' })
  figure: string | null;

  @Out.number({ nullable: true })
  expected: number | null;

  @Out.number({ nullable: true })
  actual: number | null;

  @Out.number({ nullable: true, description: 'How much more than expected would have been allowed.' })
  tolerance: number | null;
}

/** What a match found. */
export class MatchFoundOut {
  @Out.number({ nullable: true })
  po_variance_pct: number | null;

  @Out.number({ nullable: true })
  gr_variance_pct: number | null;

  @Out.oneOf(['three_way', 'two_way'], { nullable: true, description: 'Whether receipts were matched too.' })
  policy: string | null;

  @Out.list(() => MatchedLineOut)
  lines: MatchedLineOut[];

  @Out.list(() => MatchReasonOut, { description: 'Why it is not a full match; empty when it is.' })
  reasons: MatchReasonOut[];
}

/** What the last match of an invoice found. */
export class MatchSummaryOut extends MatchFoundOut {
  @Out.timestamp({ nullable: true })
  last_matched_at: string | null;
}
