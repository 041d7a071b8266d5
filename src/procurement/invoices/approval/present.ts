import type { CalendarDate } from '../../../common/clock';
import type { WithoutOrderRule } from '../../../common/settings';
import { translate } from '../../../messages';
import { sayWarnings } from '../../../common/warnings';
import type { FormWords } from '../../../platform/http';
import { isBlocked } from '../../vendors';
import { nextStep, stepMessage } from '../domain/approval/exceptions';
import { storedMatch } from '../entities/invoice.entity';
import {
  presentMatch,
  presentReason,
  presentRef,
  presentStoredMatch,
  presentSummary,
  type Reading,
} from '../http/present';
import type { ExceptionRow, InvoiceRow } from '../http/rows';
import type {
  ApprovedInvoiceResponse,
  ExceptionResponse,
  RejectedInvoiceResponse,
  SubmittedInvoiceResponse,
  VoidedInvoiceResponse,
} from './answers';
import { NotMatchedError } from '../matching/matching.service';
import { presentApprovalState } from '../http/present-state';

/** An invoice after its submit, with what its match found. */
export function presentSubmitted(row: InvoiceRow, { today, language }: Reading): SubmittedInvoiceResponse {
  return {
    ...presentRef(row, today),
    submitted_at: row.submitted_at,
    match_summary: presentMatch(row, language),
    ...presentApprovalState(row),
    ...sayWarnings(row.warnings, language),
  };
}

/** An invoice after its approval, with what the approver should know. */
export function presentApproved(row: InvoiceRow, { today, language }: Reading): ApprovedInvoiceResponse {
  const { approved_by, approved_at, overridden } = row;
  return {
    ...presentRef(row, today),
    ...presentApprovalState(row),
    approved_by,
    approved_at,
    overridden,
    ...sayWarnings(row.warnings, language),
  };
}

/** An invoice after its rejection. */
export function presentRejected(row: InvoiceRow, { today, language }: Reading): RejectedInvoiceResponse {
  const { rejection_reason, rejected_at } = row;
  return {
    ...presentRef(row, today),
    ...presentApprovalState(row),
    rejection_reason,
    rejected_at,
    ...sayWarnings(row.warnings, language),
  };
}

/** An invoice after its void. */
export function presentVoided(row: InvoiceRow, today: CalendarDate): VoidedInvoiceResponse {
  return { ...presentRef(row, today), void_reason: row.void_reason, voided_at: row.voided_at };
}

/** An invoice that waits, why, and what would clear it. */
export function presentException(
  row: ExceptionRow,
  reading: Reading,
  withoutOrder: WithoutOrderRule,
): ExceptionResponse {
  const vendorBlocked = isBlocked(row.vendor);
  const { reasons } = row.match;
  const step = nextStep({ reasons, vendorBlocked, warnings: row.warnings, withoutOrder });
  const { key } = stepMessage(step);
  const { id, name } = row.vendor;
  return {
    ...presentSummary({ ...row, vendor: { id, name } }, reading.today),
    submitted_at: row.submitted_at,
    vendor_blocked: vendorBlocked,
    reasons: reasons.map((reason) => presentReason(reason, reading.language)),
    ...sayWarnings(row.warnings, reading.language),
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
