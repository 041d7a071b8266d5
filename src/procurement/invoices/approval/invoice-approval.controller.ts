import { Post } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import type { Language } from '../../../messages';
import type { InvoiceId } from '../../../common/records/ids';
import type { IfMatch } from '../../../common/records/versions';
import {
  Answers,
  Body,
  BothForms,
  CurrentActor,
  CurrentLanguage,
  Examples,
  IfMatches,
  PathId,
  Requires,
  EmptyDto,
  Field,
  MAX_COMMENT,
} from '../../../platform/http';
import { INVOICE_EXAMPLES } from '../http/examples';
import { InvoicesService } from '../invoices.service';
import {
  ApprovedInvoiceResponse,
  INVOICE_WORDS,
  RejectedInvoiceResponse,
  SubmittedInvoiceResponse,
  toApprovedInvoiceResponse,
  toRejectedInvoiceResponse,
  toSubmittedInvoiceResponse,
  toVoidedInvoiceResponse,
  VoidedInvoiceResponse,
} from './answers';
import { InvoiceApprovalService } from './invoice-approval.service';

/** The step that a decision means. */
const STEP = {
  min: 1,
  max: 1000,
  optional: true,
  description: 'The step meant; refused when it is not the current one. 1 where one decision is all it takes.',
} as const;

/** What an approver says. */
class ApproveInvoiceDto {
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
class RejectInvoiceDto {
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
  @Field.integer(STEP) step?: number;
}

/** Why an invoice is voided. */
class InvoiceReasonDto {
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}

/** What can be decided about an invoice. */
@BothForms('invoices/:id', 'Invoices', { a: INVOICE_WORDS, b: INVOICE_WORDS })
export class InvoiceActionsController {
  constructor(
    private readonly approval: InvoiceApprovalService,
    private readonly invoices: InvoicesService,
    private readonly clock: Clock,
  ) {}

  @Post('submit')
  @Examples(INVOICE_EXAMPLES.submit)
  @Requires('write', 'invoices.write')
  @Answers(SubmittedInvoiceResponse, {
    summary: 'Submit a draft',
    description: 'It is matched with its order; when the result is approvable it is pending at once, else submitted.',
    codes: ['INVALID_STATUS'],
  })
  async submit(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() _body: EmptyDto,
    @CurrentLanguage() language: Language,
  ): Promise<SubmittedInvoiceResponse> {
    return toSubmittedInvoiceResponse(await this.invoices.submit(actor, id), { today: this.clock.today(), language });
  }

  @Post('withdraw')
  @Examples(INVOICE_EXAMPLES.withdraw)
  @Requires('write', 'invoices.write')
  @Answers(SubmittedInvoiceResponse, {
    summary: 'Withdraw a submitted invoice',
    description: 'By who submitted it, or with the ability admin, before it is decided. It is a draft again.',
    codes: ['INVALID_STATUS'],
  })
  async withdraw(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() _body: EmptyDto,
    @CurrentLanguage() language: Language,
  ): Promise<SubmittedInvoiceResponse> {
    return toSubmittedInvoiceResponse(await this.invoices.withdraw(actor, id), { today: this.clock.today(), language });
  }

  @Post('approve')
  @Examples(INVOICE_EXAMPLES.approve)
  @Requires('approve', 'invoices.approve')
  @Answers(ApprovedInvoiceResponse, {
    summary: 'Approve an invoice, or the current step of it',
    description:
      'Where steps decide it, by whom the step asks (`pending_approvers`); an admin token may approve any step, which is marked as an override. With the last step, or the one decision, it is approved after a fresh match. A draft is submitted first. With `If-Match` one that was changed since it was read is refused.',
    codes: [
      'INVALID_STATUS',
      'PRECONDITION_FAILED',
      'NOT_CURRENT_APPROVER',
      'SELF_APPROVAL_FORBIDDEN',
      'VENDOR_BLOCKED',
      'INVOICE_NOT_MATCHED',
      'BUDGET_REQUIRED',
      'BUDGET_FROZEN',
      'BUDGET_CLOSED',
      'BUDGET_EXCEEDED',
    ],
  })
  async approve(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() body: ApproveInvoiceDto,
    @IfMatches() ifMatch: IfMatch,
    @CurrentLanguage() language: Language,
  ): Promise<ApprovedInvoiceResponse> {
    const request = {
      comments: body.comments ?? null,
      step: body.step,
      override: body.override ?? false,
      overrideBudget: body.override_budget ?? false,
    };
    const answer = await this.approval.approve(actor, id, request, ifMatch);
    return toApprovedInvoiceResponse(answer, { today: this.clock.today(), language });
  }

  @Post('reject')
  @Examples(INVOICE_EXAMPLES.reject)
  @Requires('approve', 'invoices.approve')
  @Answers(RejectedInvoiceResponse, {
    summary: 'Reject an invoice, at its current step where steps decide it',
    codes: ['INVALID_STATUS', 'PRECONDITION_FAILED', 'NOT_CURRENT_APPROVER', 'SELF_APPROVAL_FORBIDDEN'],
  })
  async reject(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() { reason, step }: RejectInvoiceDto,
    @IfMatches() ifMatch: IfMatch,
    @CurrentLanguage() language: Language,
  ): Promise<RejectedInvoiceResponse> {
    const rejected = await this.approval.reject(actor, id, { reason, step }, ifMatch);
    return toRejectedInvoiceResponse(rejected, { today: this.clock.today(), language });
  }

  @Post('void')
  @Examples(INVOICE_EXAMPLES.void)
  @Requires('approve', 'invoices.approve')
  @Answers(VoidedInvoiceResponse, {
    summary: 'Void an approved invoice of which nothing is paid',
    description:
      'What it billed is open again. With `prevent_self_approval` a user who entered, changed, submitted or paid the invoice cannot void it.',
    codes: ['INVALID_STATUS', 'SELF_APPROVAL_FORBIDDEN'],
  })
  async void(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() body: InvoiceReasonDto,
  ): Promise<VoidedInvoiceResponse> {
    return toVoidedInvoiceResponse(await this.approval.void(actor, id, body.reason), this.clock.today());
  }
}
