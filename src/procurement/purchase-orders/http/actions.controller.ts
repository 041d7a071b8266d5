import { Delete, Post } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { Language } from '../../../messages';
import type { OrderId } from '../../../common/records/ids';
import type { IfMatch } from '../../../common/records/versions';
import {
  Answers,
  AnswersNothing,
  Body,
  BothForms,
  CurrentActor,
  CurrentForm,
  CurrentLanguage,
  Examples,
  type Form,
  IfMatches,
  type OfForm,
  PathId,
  Requires,
  EmptyDto,
} from '../../../platform/http';
import { ApproveOrderDto, ReasonDto, RejectOrderDto, ReopenOrderDto, WithdrawDto } from './requests';
import { ORDER_EXAMPLES } from './examples';
import { SubmittedOrderResponse, SubmittedOrderResponseB } from './answers';
import { ORDER_IN_FORM, ORDER_RESPONSE, toSubmittedResponse, toSubmittedResponseB } from './present';
import { ORDER_ALIASES_B } from './aliases';
import { OrderClosingService } from '../closing/closing.service';
import { PurchaseOrdersService } from '../purchase-orders.service';
import { OrderApprovalService } from '../approval/approval.service';

const SUBMITTED = { a: SubmittedOrderResponse, b: SubmittedOrderResponseB };
const SUBMITTED_IN_FORM = { a: toSubmittedResponse, b: toSubmittedResponseB };

@BothForms('purchase-orders/:id', 'Purchase orders', { b: ORDER_ALIASES_B })
export class PurchaseOrderActionsController {
  constructor(
    private readonly orders: PurchaseOrdersService,
    private readonly approval: OrderApprovalService,
    private readonly closing: OrderClosingService,
  ) {}

  @Post('submit')
  @Examples(ORDER_EXAMPLES.submit)
  @Requires('write', 'orders.write')
  @Answers(SUBMITTED, {
    summary: 'Submit a draft for approval',
    codes: ['INVALID_STATUS', 'VENDOR_BLOCKED', 'BUDGET_REQUIRED', 'BUDGET_FROZEN', 'BUDGET_CLOSED'],
  })
  async submit(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() _body: EmptyDto,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof SUBMITTED>> {
    return SUBMITTED_IN_FORM[form](await this.approval.submit(actor, id), language);
  }

  @Post('approve')
  @Examples(ORDER_EXAMPLES.approve)
  @Requires('approve', 'none')
  @Answers(ORDER_RESPONSE, {
    summary: 'Approve the current step of a purchase order',
    description:
      'The caller must be in `pending_approvers`: a user who was eligible when the step opened and still is, or a delegate of such a user. An admin token may approve any step; the approval is then marked as an override.',
    codes: [
      'PRECONDITION_FAILED',
      'NOT_CURRENT_APPROVER',
      'SELF_APPROVAL_FORBIDDEN',
      'INVALID_STATUS',
      'VENDOR_BLOCKED',
      'BUDGET_FROZEN',
      'BUDGET_CLOSED',
      'BUDGET_EXCEEDED',
    ],
  })
  async approve(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: ApproveOrderDto,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof ORDER_RESPONSE>> {
    return ORDER_IN_FORM[form](await this.approval.approve(actor, id, body.toRequest(), ifMatch), language);
  }

  @Post('reject')
  @Examples(ORDER_EXAMPLES.reject)
  @Requires('approve', 'none')
  @Answers(ORDER_RESPONSE, {
    summary: 'Reject a purchase order at its current step',
    codes: ['PRECONDITION_FAILED', 'NOT_CURRENT_APPROVER', 'SELF_APPROVAL_FORBIDDEN', 'INVALID_STATUS'],
  })
  async reject(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: RejectOrderDto,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof ORDER_RESPONSE>> {
    return ORDER_IN_FORM[form](await this.approval.reject(actor, id, body.toRequest(), ifMatch), language);
  }

  @Post('withdraw')
  @Examples(ORDER_EXAMPLES.withdraw)
  @Requires('write', 'orders.write')
  @Answers(ORDER_RESPONSE, {
    summary: 'Withdraw a purchase order from approval',
    description:
      'Only the submitter or an admin may withdraw it. The order becomes a draft again and its reservation is released. The round of approvals remains on record.',
    codes: ['INVALID_STATUS'],
  })
  async withdraw(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() { reason }: WithdrawDto,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof ORDER_RESPONSE>> {
    return ORDER_IN_FORM[form](await this.approval.withdraw(actor, id, reason ?? null), language);
  }

  @Post('revise')
  @Examples(ORDER_EXAMPLES.revise)
  @Requires('write', 'orders.write')
  @Answers(ORDER_RESPONSE, { summary: 'Turn a rejected order back into a draft', codes: ['INVALID_STATUS'] })
  async revise(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() _body: EmptyDto,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof ORDER_RESPONSE>> {
    return ORDER_IN_FORM[form](await this.approval.revise(actor, id), language);
  }

  @Post('cancel')
  @Examples(ORDER_EXAMPLES.cancel)
  @Requires('write', 'orders.write')
  @Answers(ORDER_RESPONSE, {
    summary: 'Cancel a purchase order',
    description:
      'A cancel is permanent. An approved order can be cancelled only without accepted goods and without invoices, except draft and cancelled ones.',
    codes: ['INVALID_STATUS'],
  })
  async cancel(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() { reason }: ReasonDto,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof ORDER_RESPONSE>> {
    return ORDER_IN_FORM[form](await this.closing.cancel(actor, id, reason), language);
  }

  @Post('close')
  @Examples(ORDER_EXAMPLES.close)
  @Requires('write', 'orders.write')
  @Answers(ORDER_RESPONSE, {
    summary: 'Close an approved order short',
    description:
      'Takes the quantity that is neither accepted nor billed off each line (`closed_quantity`) and releases its commitment. Accepted goods can still be billed; the order stays approved until then. A closed order gets no receipts or amendments. Close it again if a return or a credit reopens a line.',
    codes: ['INVALID_STATUS'],
  })
  async close(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() { reason }: ReasonDto,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof ORDER_RESPONSE>> {
    return ORDER_IN_FORM[form](await this.closing.close(actor, id, reason), language);
  }

  @Post('reopen')
  @Examples(ORDER_EXAMPLES.reopen)
  @Requires('write', 'orders.write')
  @Answers(ORDER_RESPONSE, {
    summary: 'Reopen a closed order',
    description:
      'The order becomes approved again without new approval steps. Its commitment is checked against the budget as for an approval.',
    codes: ['INVALID_STATUS', 'VENDOR_BLOCKED', 'BUDGET_FROZEN', 'BUDGET_CLOSED', 'BUDGET_EXCEEDED'],
  })
  async reopen(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() body: ReopenOrderDto,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof ORDER_RESPONSE>> {
    return ORDER_IN_FORM[form](await this.closing.reopen(actor, id, body.toRequest()), language);
  }

  @Delete()
  @Examples(ORDER_EXAMPLES.delete)
  @Requires('delete', 'orders.write')
  @AnswersNothing({ summary: 'Delete a draft that was never submitted', codes: ['INVALID_STATUS'] })
  async delete(@CurrentActor() actor: Actor, @PathId() id: OrderId, @IfMatches() ifMatch: IfMatch): Promise<void> {
    await this.orders.delete(actor, id, ifMatch);
  }
}
