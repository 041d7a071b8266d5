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
  INVOICE_ALIASES,
  RejectedInvoiceResponse,
  SubmittedInvoiceResponse,
  toApprovedInvoiceResponse,
  toRejectedInvoiceResponse,
  toSubmittedInvoiceResponse,
  toVoidedInvoiceResponse,
  VoidedInvoiceResponse,
} from './answers';
import { InvoiceApprovalService } from './invoice-approval.service';

const STEP = {
  min: 1,
  max: 1000,
  optional: true,
  description: 'The step to decide. Rejected if it is not the current step. For an invoice without steps it is 1.',
} as const;

class ApproveInvoiceDto {
  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true }) comments?: string | null;

  @Field.integer(STEP) step?: number;

  @Field.boolean({
    optional: true,
    description: 'Approve despite the match result or a blocked vendor. Requires the ability admin and comments.',
  })
  override?: boolean;

  @Field.boolean({
    optional: true,
    description: 'Approve despite an insufficient budget. Requires the ability admin and comments.',
  })
  override_budget?: boolean;
}

class RejectInvoiceDto {
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
  @Field.integer(STEP) step?: number;
}

class InvoiceReasonDto {
  @Field.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}

@BothForms('invoices/:id', 'Invoices', { a: INVOICE_ALIASES, b: INVOICE_ALIASES })
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
    summary: 'Submit an invoice',
    description:
      'Matches the draft with its order. The status becomes pending if the result is approvable and the vendor is not blocked, else submitted.',
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
    summary: 'Withdraw an invoice',
    description:
      'Returns a submitted or pending invoice to draft. Only the user who submitted it, or a token with the ability admin.',
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
    summary: 'Approve an invoice or its current step',
    description:
      'A step is approved by its `pending_approvers`; an admin token may approve any step, which is recorded as an override. The last step, or the approval of an invoice without steps, matches the invoice again before it is approved. A draft is submitted first. With `If-Match` a changed invoice is rejected with PRECONDITION_FAILED.',
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
    summary: 'Reject an invoice or its current step',
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
    summary: 'Void an invoice',
    description:
      'Only an approved invoice without payments. Its billed quantities are open again. With `prevent_self_approval` users who entered, changed, submitted or paid the invoice cannot void it.',
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
