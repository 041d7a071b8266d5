import type { CalendarDate } from '../../../common/clock';
import type { WithoutOrderRule } from '../../../common/settings';
import { toWarningsResponse } from '../../../common/warnings';
import { translate } from '../../../messages';
import { both, type FieldAliases, Out, WarningResponse } from '../../../platform/http';
import { ResponseOf } from '../../../platform/records';
import { isBlocked } from '../../vendors';
import { nextStep, STEP_NAMES, stepMessage } from '../domain/approval/exceptions';
import { ShownInvoice, storedMatch } from '../entities/invoice.entity';
import {
  type ExceptionRow,
  InvoicePartyResponse,
  InvoiceRefResponse,
  type InvoiceRow,
  InvoiceSummaryResponse,
  type Reading,
  STANDING_WARNINGS,
  toInvoiceRefResponse,
  toInvoiceSummaryResponse,
} from '../http/answers';
import { ApprovalStateResponse, toApprovalStateResponse } from '../http/approval-state';
import {
  MatchReasonResponse,
  MatchSummaryResponse,
  toMatchReasonResponse,
  toMatchSummaryResponse,
  toStoredMatchResponse,
} from '../http/match-answers';
import { NotMatchedError } from '../matching/matching.service';

class NextStepResponse {
  @Out.oneOf(STEP_NAMES) code: string;

  @Out.text({
    example: 'Post the goods receipt when the goods have arrived, or reduce the quantity to the accepted quantity.',
  })
  message: string;
}

export class ExceptionResponse extends InvoiceSummaryResponse {
  @Out.timestamp({ description: 'Time of the submission.' }) submitted_at: string;

  @Out.boolean({
    description:
      'The vendor is blocked. The invoice can only be approved after the block is removed or with an override.',
  })
  vendor_blocked: boolean;

  @Out.list(() => MatchReasonResponse, { description: 'Why it is not a full match; empty for a full match.' })
  reasons: MatchReasonResponse[];
  @Out.list(() => WarningResponse, { optional: true, description: STANDING_WARNINGS })
  warnings?: WarningResponse[];
  @Out.object(() => NextStepResponse, { description: 'The next step to resolve the exception.' })
  next_step: NextStepResponse;
}

export class SubmittedInvoiceResponse extends both(InvoiceRefResponse, ApprovalStateResponse) {
  @Out.timestamp({ nullable: true }) submitted_at: string | null;
  @Out.object(() => MatchSummaryResponse) match_summary: MatchSummaryResponse;
  @Out.list(() => WarningResponse, { optional: true, description: STANDING_WARNINGS })
  warnings?: WarningResponse[];
}

export class ApprovedInvoiceResponse extends both(
  both(InvoiceRefResponse, ApprovalStateResponse),
  ResponseOf(ShownInvoice, { only: ['approvedAt', 'overridden'] }),
) {
  @Out.object(() => InvoicePartyResponse, { nullable: true }) approved_by: InvoicePartyResponse | null;

  @Out.list(() => WarningResponse, {
    optional: true,
    description: 'Warnings at the time of the approval, including budget warnings.',
  })
  warnings?: WarningResponse[];
}

export class RejectedInvoiceResponse extends both(
  both(InvoiceRefResponse, ApprovalStateResponse),
  ResponseOf(ShownInvoice, { only: ['rejectionReason', 'rejectedAt'] }),
) {
  @Out.list(() => WarningResponse, { optional: true, description: 'Warnings at the time of the rejection.' })
  warnings?: WarningResponse[];
}

export class VoidedInvoiceResponse extends both(
  InvoiceRefResponse,
  ResponseOf(ShownInvoice, { only: ['voidReason', 'voidedAt'] }),
) {}

export function toSubmittedInvoiceResponse(row: InvoiceRow, { today, language }: Reading): SubmittedInvoiceResponse {
  return {
    ...toInvoiceRefResponse(row, today),
    submitted_at: row.submitted_at,
    match_summary: toMatchSummaryResponse(row, language),
    ...toApprovalStateResponse(row),
    ...toWarningsResponse(row.warnings, language),
  };
}

export function toApprovedInvoiceResponse(row: InvoiceRow, { today, language }: Reading): ApprovedInvoiceResponse {
  const { approved_by, approved_at, overridden } = row;
  return {
    ...toInvoiceRefResponse(row, today),
    ...toApprovalStateResponse(row),
    approved_by,
    approved_at,
    overridden,
    ...toWarningsResponse(row.warnings, language),
  };
}

export function toRejectedInvoiceResponse(row: InvoiceRow, { today, language }: Reading): RejectedInvoiceResponse {
  const { rejection_reason, rejected_at } = row;
  return {
    ...toInvoiceRefResponse(row, today),
    ...toApprovalStateResponse(row),
    rejection_reason,
    rejected_at,
    ...toWarningsResponse(row.warnings, language),
  };
}

export function toVoidedInvoiceResponse(row: InvoiceRow, today: CalendarDate): VoidedInvoiceResponse {
  return { ...toInvoiceRefResponse(row, today), void_reason: row.void_reason, voided_at: row.voided_at };
}

export function toExceptionResponse(
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
    ...toInvoiceSummaryResponse({ ...row, vendor: { id, name } }, reading.today),
    submitted_at: row.submitted_at,
    vendor_blocked: vendorBlocked,
    reasons: reasons.map((reason) => toMatchReasonResponse(reason, reading.language)),
    ...toWarningsResponse(row.warnings, reading.language),
    next_step: { code: step, message: translate(reading.language, key) },
  };
}

/** Adds the match result to the details of INVOICE_NOT_MATCHED, with translated reasons, in both forms. */
export const INVOICE_ALIASES: FieldAliases = {
  details: (error, language) => {
    if (!(error instanceof NotMatchedError)) return undefined;
    const summary = toStoredMatchResponse(storedMatch(error.result), language);
    return { match_status: error.result.status, match_summary: summary, reasons: summary.reasons };
  },
};
