import { Post } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import type { Language } from '../../common/messages';
import type { InvoiceId } from '../../common/records/ids';
import { Answers, Body, BothForms, CurrentActor, CurrentLanguage, Examples, PathId, Requires } from '../../http';
import { INVOICE_EXAMPLES } from '../http/examples';
import { InvoicesService } from '../invoices.service';
import { ApprovedInvoiceOut, RejectedInvoiceOut, SubmittedInvoiceOut, VoidedInvoiceOut } from './answers';
import { InvoiceApprovalService } from './invoice-approval.service';
import { INVOICE_WORDS, presentApproved, presentRejected, presentSubmitted, presentVoided } from './present';
import { ApproveInvoiceInput, InvoiceReasonInput, NothingInput } from './requests';

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
  @Answers(SubmittedInvoiceOut, {
    summary: 'Submit a draft',
    description: 'It is matched with its order; when the result is approvable it is pending at once, else submitted.',
    codes: ['INVALID_STATUS'],
  })
  async submit(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() _body: NothingInput,
    @CurrentLanguage() language: Language,
  ): Promise<SubmittedInvoiceOut> {
    return presentSubmitted(await this.invoices.submit(actor, id), { today: this.clock.today(), language });
  }

  @Post('withdraw')
  @Examples(INVOICE_EXAMPLES.withdraw)
  @Requires('write', 'invoices.write')
  @Answers(SubmittedInvoiceOut, {
    summary: 'Withdraw a submitted invoice',
    description: 'By who submitted it, or with the ability admin, before it is decided. It is a draft again.',
    codes: ['INVALID_STATUS'],
  })
  async withdraw(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() _body: NothingInput,
    @CurrentLanguage() language: Language,
  ): Promise<SubmittedInvoiceOut> {
    return presentSubmitted(await this.invoices.withdraw(actor, id), { today: this.clock.today(), language });
  }

  @Post('approve')
  @Examples(INVOICE_EXAMPLES.approve)
  @Requires('approve', 'invoices.approve')
  @Answers(ApprovedInvoiceOut, {
    summary: 'Approve an invoice after a fresh match',
    codes: [
      'INVALID_STATUS',
      'NOT_CURRENT_APPROVER',
      'SELF_APPROVAL_FORBIDDEN',
      'VENDOR_BLOCKED',
      'INVOICE_NOT_MATCHED',
      'BUDGET_REQUIRED',
      'BUDGET_FROZEN',
      'BUDGET_EXCEEDED',
    ],
  })
  async approve(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() body: ApproveInvoiceInput,
    @CurrentLanguage() language: Language,
  ): Promise<ApprovedInvoiceOut> {
    const request = {
      comments: body.comments ?? null,
      override: body.override ?? false,
      overrideBudget: body.override_budget ?? false,
    };
    const answer = await this.approval.approve(actor, id, request);
    return presentApproved(answer, { today: this.clock.today(), language });
  }

  @Post('reject')
  @Examples(INVOICE_EXAMPLES.reject)
  @Requires('approve', 'invoices.approve')
  @Answers(RejectedInvoiceOut, {
    summary: 'Reject an invoice',
    codes: ['INVALID_STATUS', 'NOT_CURRENT_APPROVER'],
  })
  async reject(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() body: InvoiceReasonInput,
  ): Promise<RejectedInvoiceOut> {
    return presentRejected(await this.approval.reject(actor, id, body.reason), this.clock.today());
  }

  @Post('void')
  @Examples(INVOICE_EXAMPLES.void)
  @Requires('approve', 'invoices.approve')
  @Answers(VoidedInvoiceOut, {
    summary: 'Void an approved invoice of which nothing is paid',
    description: 'What it billed is open again.',
    codes: ['INVALID_STATUS'],
  })
  async void(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() body: InvoiceReasonInput,
  ): Promise<VoidedInvoiceOut> {
    return presentVoided(await this.approval.void(actor, id, body.reason), this.clock.today());
  }
}
