import { quantityText } from '../../common/money';
import type { LineMatch, LineResult } from '../domain/matching/line-match';
import type { MatchResult } from '../domain/matching/match';
import type { MatchReason } from '../domain/matching/reasons';

/** A line of a match as it is kept on the invoice. Figures are exact decimals as text. */
export interface StoredLine {
  /** The invoice's line: its id and number. */
  readonly id: number;
  readonly line: number;
  readonly po_line_id: number | null;
  readonly result: LineResult;
  readonly quantity: string;
  readonly unit_price: string;
  readonly ordered: string | null;
  readonly accepted: string | null;
  readonly billed_before: string | null;
  readonly order_price: string | null;
}

/** A match as it is kept on the invoice: enough to explain the result years later, in either language. */
export interface StoredMatch {
  /** Null without an order. */
  readonly three_way: boolean | null;
  readonly po_variance_pct: string | null;
  readonly gr_variance_pct: string | null;
  readonly lines: readonly StoredLine[];
  readonly reasons: readonly MatchReason[];
}

/** What of a match is kept. */
export function storedMatch(result: MatchResult): StoredMatch {
  return {
    three_way: result.threeWay,
    po_variance_pct: result.variances.po?.toFixed(2) ?? null,
    gr_variance_pct: result.variances.gr?.toFixed(2) ?? null,
    lines: result.lines.map(storedLine),
    reasons: result.reasons,
  };
}

function storedLine({ line, billed, result }: LineMatch): StoredLine {
  return {
    id: line.id,
    line: line.lineNumber,
    po_line_id: billed?.line.id ?? null,
    result,
    quantity: quantityText(line.quantity),
    unit_price: quantityText(line.unitPrice),
    ordered: billed ? quantityText(billed.line.ordered) : null,
    accepted: billed ? quantityText(billed.line.accepted) : null,
    billed_before: billed ? quantityText(billed.before) : null,
    order_price: billed ? quantityText(billed.line.unitPrice) : null,
  };
}
