import { type Language, translate } from '../../common/messages';
import { toNumber } from '../../common/money';
import type { MatchFoundOut, MatchReasonOut, MatchSummaryOut } from './answers';
import { type MatchReason, reasonMessage } from '../domain/matching/reasons';
import type { InvoiceRow } from '../entities/invoice-rows';
import type { StoredLine, StoredMatch } from '../entities/stored-match';

/** What the last match found, with its reasons as sentences; all null before the first. */
export function presentMatch(row: Pick<InvoiceRow, 'match' | 'last_matched_at'>, language: Language): MatchSummaryOut {
  return { ...presentStoredMatch(row.match, language), last_matched_at: row.last_matched_at };
}

/** A match as it is kept, or was just found. */
export function presentStoredMatch(match: StoredMatch | null, language: Language): MatchFoundOut {
  return {
    po_variance_pct: numberOrNull(match?.po_variance_pct),
    gr_variance_pct: numberOrNull(match?.gr_variance_pct),
    policy: match?.three_way == null ? null : match.three_way ? 'three_way' : 'two_way',
    lines: (match?.lines ?? []).map(presentMatchedLine),
    reasons: (match?.reasons ?? []).map((reason) => presentReason(reason, language)),
  };
}

/** A reason with its sentence. */
export function presentReason(reason: MatchReason, language: Language): MatchReasonOut {
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

function presentMatchedLine(line: StoredLine): MatchSummaryOut['lines'][number] {
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
