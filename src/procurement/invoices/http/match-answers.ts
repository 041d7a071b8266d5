import { type Language, translate } from '../../../messages';
import { toNumber } from '../../../common/money';
import { Out } from '../../../platform/http';
import { LINE_RESULTS } from '../domain/matching/line-match';
import { type MatchReason, REASON_CODES, reasonMessage } from '../domain/matching/reasons';
import type { StoredLine, StoredMatch } from '../entities/invoice.entity';

class MatchedLineResponse {
  @Out.id() line_item_id: number;
  @Out.integer() line_number: number;
  @Out.id({ nullable: true }) po_line_id: number | null;
  @Out.oneOf(LINE_RESULTS, { description: 'The first fault that applies, or ok.' }) result: string;
  @Out.number() quantity: number;
  @Out.number() unit_price: number;
  @Out.number({ nullable: true, description: 'Ordered quantity less the closed quantity. At least accepted_quantity.' })
  ordered_quantity: number | null;

  @Out.number({ nullable: true, description: 'Received less rejected and returned quantity.' })
  accepted_quantity: number | null;

  @Out.number({ nullable: true, description: 'Quantity billed by other invoices before this one.' })
  billed_before: number | null;

  @Out.number({ nullable: true }) order_unit_price: number | null;
}

export class MatchReasonResponse {
  @Out.oneOf(REASON_CODES) code: string;

  @Out.text({ example: 'Line 1: the unit price is 110.00, above the ordered 100.00 (tolerance 5.00).' })
  message: string;

  @Out.integer({ nullable: true }) line_number: number | null;
  @Out.id({ nullable: true }) po_line_id: number | null;

  @Out.text({ nullable: true, description: 'The differing printed figure, for TOTALS_MISMATCH.' })
  figure: string | null;

  @Out.number({ nullable: true }) expected: number | null;
  @Out.number({ nullable: true }) actual: number | null;

  @Out.number({ nullable: true, description: 'Allowed deviation from the expected value.' })
  tolerance: number | null;
}

export class MatchSummaryResponse {
  @Out.number({ nullable: true }) po_variance_pct: number | null;
  @Out.number({ nullable: true }) gr_variance_pct: number | null;

  @Out.oneOf(['three_way', 'two_way'], {
    nullable: true,
    description:
      'three_way if receipts were matched too, else two_way. Null before the first match, or without an order.',
  })
  policy: string | null;

  @Out.list(() => MatchedLineResponse) lines: MatchedLineResponse[];

  @Out.list(() => MatchReasonResponse, { description: 'Why it is not a full match; empty for a full match.' })
  reasons: MatchReasonResponse[];

  @Out.timestamp({ nullable: true }) last_matched_at: string | null;
}

/** The last match with translated reasons; figures are null before the first match. */
export function toMatchSummaryResponse(
  row: { readonly match: StoredMatch | null; readonly last_matched_at: string | null },
  language: Language,
): MatchSummaryResponse {
  return { ...toStoredMatchResponse(row.match, language), last_matched_at: row.last_matched_at };
}

export function toStoredMatchResponse(
  match: StoredMatch | null,
  language: Language,
): Omit<MatchSummaryResponse, 'last_matched_at'> {
  return {
    po_variance_pct: numberOrNull(match?.po_variance_pct),
    gr_variance_pct: numberOrNull(match?.gr_variance_pct),
    policy: match?.three_way == null ? null : match.three_way ? 'three_way' : 'two_way',
    lines: (match?.lines ?? []).map(toMatchedLineResponse),
    reasons: (match?.reasons ?? []).map((reason) => toMatchReasonResponse(reason, language)),
  };
}

export function toMatchReasonResponse(reason: MatchReason, language: Language): MatchReasonResponse {
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

function toMatchedLineResponse(line: StoredLine): MatchedLineResponse {
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
