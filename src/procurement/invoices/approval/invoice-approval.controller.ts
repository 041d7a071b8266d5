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
} from '../../../platform/http';
import { INVOICE_EXAMPLES } from '../http/examples';
import { InvoicesService } from '../invoices.service';
import {
  ApprovedInvoiceResponse,
  RejectedInvoiceResponse,
  SubmittedInvoiceResponse,
  VoidedInvoiceResponse,
} from './answers';
import { InvoiceApprovalService } from './invoice-approval.service';
import { INVOICE_WORDS, presentApproved, presentRejected, presentSubmitted, presentVoided } from './present';
import { ApproveInvoiceDto, InvoiceReasonDto, RejectInvoiceDto } from './requests';

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
    return presentSubmitted(await this.invoices.submit(actor, id), { today: this.clock.today(), language });
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
    return presentSubmitted(await this.invoices.withdraw(actor, id), { today: this.clock.today(), language });
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
    return presentApproved(answer, { today: this.clock.today(), language });
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
    return presentRejected(rejected, { today: this.clock.today(), language });
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
    return presentVoided(await this.approval.void(actor, id, body.reason), this.clock.today());
  }
}
