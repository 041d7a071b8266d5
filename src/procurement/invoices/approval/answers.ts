import { both, Out, WarningResponse } from '../../../platform/http';
import { STEP_NAMES } from '../domain/approval/exceptions';
import {
  ApprovalStateResponse,
  InvoicePartyResponse,
  InvoiceRefResponse,
  InvoiceSummaryResponse,
  MatchReasonResponse,
  MatchSummaryResponse,
  STANDING_WARNINGS,
} from '../http/answers';

class NextStepResponse {
  @Out.oneOf(STEP_NAMES) code: string;

  @Out.text({ example: 'Post the goods receipt once the goods are here, or reduce the quantity to what was accepted.' })
  message: string;
}

/** An invoice that waits for something other than a decision. */
export class ExceptionResponse extends InvoiceSummaryResponse {
  @Out.timestamp({ description: 'Since when it waits.' }) submitted_at: string;

  @Out.boolean({ description: 'Its vendor is blocked: until that is lifted it cannot be approved.' })
  vendor_blocked: boolean;

  @Out.list(() => MatchReasonResponse, { description: 'Why the match is not approvable.' })
  reasons: MatchReasonResponse[];
  @Out.list(() => WarningResponse, { optional: true, description: STANDING_WARNINGS })
  warnings?: WarningResponse[];
  @Out.object(() => NextStepResponse, { description: 'What would clear it next.' }) next_step: NextStepResponse;
}

/** An invoice after its submit, or its withdrawal. */
export class SubmittedInvoiceResponse extends both(InvoiceRefResponse, ApprovalStateResponse) {
  @Out.timestamp({ nullable: true }) submitted_at: string | null;
  @Out.object(() => MatchSummaryResponse) match_summary: MatchSummaryResponse;
  @Out.list(() => WarningResponse, { optional: true, description: STANDING_WARNINGS })
  warnings?: WarningResponse[];
}

/** An invoice after an approval: of its last step, or of one before. */
export class ApprovedInvoiceResponse extends both(InvoiceRefResponse, ApprovalStateResponse) {
  @Out.object(() => InvoicePartyResponse, { nullable: true }) approved_by: InvoicePartyResponse | null;
  @Out.timestamp({ nullable: true }) approved_at: string | null;

  @Out.boolean({ description: 'An administrator let it pass although the match or the vendor’s block said no.' })
  overridden: boolean;

  @Out.list(() => WarningResponse, {
    optional: true,
    description: 'What stood when it was approved, and what its budget says.',
  })
  warnings?: WarningResponse[];
}

/** An invoice after its rejection. */
export class RejectedInvoiceResponse extends both(InvoiceRefResponse, ApprovalStateResponse) {
  @Out.text({ nullable: true }) rejection_reason: string | null;
  @Out.timestamp({ nullable: true }) rejected_at: string | null;
  @Out.list(() => WarningResponse, { optional: true, description: 'What stood when it was rejected.' })
  warnings?: WarningResponse[];
}

/** An invoice after its void. */
export class VoidedInvoiceResponse extends InvoiceRefResponse {
  @Out.text({ nullable: true }) void_reason: string | null;
  @Out.timestamp({ nullable: true }) voided_at: string | null;
}
