import { both, Out, WarningOut } from '../../../platform/http';
import { STEP_NAMES } from '../domain/approval/exceptions';
import {
  ApprovalStateOut,
  InvoicePartyOut,
  InvoiceRefOut,
  InvoiceSummaryOut,
  MatchReasonOut,
  MatchSummaryOut,
  STANDING_WARNINGS,
} from '../http/answers';

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
  @Out.list(() => WarningOut, { optional: true, description: STANDING_WARNINGS })
  warnings?: WarningOut[];
  @Out.object(() => NextStepOut, { description: 'What would clear it next.' }) next_step: NextStepOut;
}

/** An invoice after its submit, or its withdrawal. */
export class SubmittedInvoiceOut extends both(InvoiceRefOut, ApprovalStateOut) {
  @Out.timestamp({ nullable: true }) submitted_at: string | null;
  @Out.object(() => MatchSummaryOut) match_summary: MatchSummaryOut;
  @Out.list(() => WarningOut, { optional: true, description: STANDING_WARNINGS })
  warnings?: WarningOut[];
}

/** An invoice after an approval: of its last step, or of one before. */
export class ApprovedInvoiceOut extends both(InvoiceRefOut, ApprovalStateOut) {
  @Out.object(() => InvoicePartyOut, { nullable: true }) approved_by: InvoicePartyOut | null;
  @Out.timestamp({ nullable: true }) approved_at: string | null;

  @Out.boolean({ description: 'An administrator let it pass although the match or the vendor’s block said no.' })
  overridden: boolean;

  @Out.list(() => WarningOut, {
    optional: true,
    description: 'What stood when it was approved, and what its budget says.',
  })
  warnings?: WarningOut[];
}

/** An invoice after its rejection. */
export class RejectedInvoiceOut extends both(InvoiceRefOut, ApprovalStateOut) {
  @Out.text({ nullable: true }) rejection_reason: string | null;
  @Out.timestamp({ nullable: true }) rejected_at: string | null;
  @Out.list(() => WarningOut, { optional: true, description: 'What stood when it was rejected.' })
  warnings?: WarningOut[];
}

/** An invoice after its void. */
export class VoidedInvoiceOut extends InvoiceRefOut {
  @Out.text({ nullable: true }) void_reason: string | null;
  @Out.timestamp({ nullable: true }) voided_at: string | null;
}
