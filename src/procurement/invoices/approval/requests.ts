import { Field, MAX_COMMENT } from '../../../platform/http';

/** The step that a decision means. */
const STEP = {
  min: 1,
  max: 1000,
  optional: true,
  description: 'The step meant; refused when it is not the current one. 1 where one decision is all it takes.',
} as const;

/** What an approver says. */
export class ApproveInvoiceDto {
  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true }) comments?: string | null;

  @Field.integer(STEP) step?: number;

  @Field.boolean({
    optional: true,
    description: 'Approve although the match or the vendor’s block says no. Needs the ability admin, and comments.',
  })
  override?: boolean;

  @Field.boolean({
    optional: true,
    description: 'Approve although the budget does not suffice. Needs the ability admin, and comments.',
  })
  override_budget?: boolean;
}

/** Why an invoice is rejected. */
export class RejectInvoiceDto {
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
  @Field.integer(STEP) step?: number;
}

/** Why an invoice is voided. */
export class InvoiceReasonDto {
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}
