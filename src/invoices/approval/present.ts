import type { CalendarDate } from '../../common/clock';
import type { WithoutOrderRule } from '../../common/records/matching';
import { type Language, translate } from '../../common/messages';
import { toNumber } from '../../common/money';
import { sayWarnings } from '../../common/messages/warning';
import type { FormWords } from '../../http';
import { isBlocked } from '../../vendors';
import { nextStep, stepMessage } from '../domain/approval/exceptions';
import { type MatchReason, reasonMessage } from '../domain/matching/reasons';
import { storedMatch, type StoredLine, type StoredMatch } from '../entities/stored-match';
import { presentRef, presentSummary, type Reading } from '../http/summary';
import type { InvoiceAnswer } from '../invoices.service';
import type { ExceptionRow, InvoiceRow } from '../queries/invoice-rows';
import type {
  ApprovedInvoiceOut,
  ExceptionOut,
  MatchFoundOut,
  MatchReasonOut,
  MatchSummaryOut,
  RejectedInvoiceOut,
  SubmittedInvoiceOut,
  VoidedInvoiceOut,
} from './answers';
import { NotMatchedError } from './matching.service';

/** An invoice after its submit, with what its match found. */
export function presentSubmitted(row: InvoiceRow, { today, language }: Reading): SubmittedInvoiceOut {
  return { ...presentRef(row, today), submitted_at: row.submitted_at, match_summary: presentMatch(row, language) };
}

/** An invoice after its approval, with what the approver should know. */
export function presentApproved(
  { invoice: row, warnings }: InvoiceAnswer,
  { today, language }: Reading,
): ApprovedInvoiceOut {
  const { approved_by, approved_at, overridden } = row;
  return { ...presentRef(row, today), approved_by, approved_at, overridden, ...sayWarnings(warnings, language) };
}

/** An invoice after its rejection. */
export function presentRejected(row: InvoiceRow, today: CalendarDate): RejectedInvoiceOut {
  return { ...presentRef(row, today), rejection_reason: row.rejection_reason, rejected_at: row.rejected_at };
}

/** An invoice after its void. */
export function presentVoided(row: InvoiceRow, today: CalendarDate): VoidedInvoiceOut {
  return { ...presentRef(row, today), void_reason: row.void_reason, voided_at: row.voided_at };
}

/** An invoice that waits, why, and what would clear it. */
export function presentException(row: ExceptionRow, reading: Reading, withoutOrder: WithoutOrderRule): ExceptionOut {
  const vendorBlocked = isBlocked(row.vendor);
  const { reasons } = row.match;
  const step = nextStep({ reasons, vendorBlocked, withoutOrder });
  const { key } = stepMessage(step);
  const { id, name } = row.vendor;
  return {
    ...presentSummary({ ...row, vendor: { id, name } }, reading.today),
    submitted_at: row.submitted_at,
    vendor_blocked: vendorBlocked,
    reasons: reasons.map((reason) => presentReason(reason, reading.language)),
    next_step: { code: step, message: translate(reading.language, key) },
  };
}

/** Lets INVOICE_NOT_MATCHED show its match, with the reasons as sentences in the caller's language: in both forms alike. */
export const INVOICE_WORDS: FormWords = {
  details: (error, language) => {
    if (!(error instanceof NotMatchedError)) return undefined;
    const summary = presentStoredMatch(storedMatch(error.result), language);
    return { match_status: error.result.status, match_summary: summary, reasons: summary.reasons };
  },
};

/** What the last match found, with its reasons as sentences; all null before the first. */
export function presentMatch(row: Pick<InvoiceRow, 'match' | 'last_matched_at'>, language: Language): MatchSummaryOut {
  return { ...presentStoredMatch(row.match, language), last_matched_at: row.last_matched_at };
}

/** A match as it is kept, or was just found. */
function presentStoredMatch(match: StoredMatch | null, language: Language): MatchFoundOut {
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
