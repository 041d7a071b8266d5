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
import { ORDER_WORDS_B } from './words';
import { OrderClosingService } from '../closing/closing.service';
import { PurchaseOrdersService } from '../purchase-orders.service';
import { OrderApprovalService } from '../approval/approval.service';

const SUBMITTED = { a: SubmittedOrderResponse, b: SubmittedOrderResponseB };
const SUBMITTED_IN_FORM = { a: toSubmittedResponse, b: toSubmittedResponseB };

/** Submit, approve, reject, withdraw, revise, cancel, close and reopen an order. Both forms ask alike; each answers with its own fields. */
@BothForms('purchase-orders/:id', 'Purchase orders', { b: ORDER_WORDS_B })
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
    summary: 'Approve the current step',
    description:
      'By whom the step asks (`pending_approvers`): who was eligible when it opened and still is, or a delegate of theirs. An admin token may approve any step; that is marked as an override.',
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
    summary: 'Reject at the current step',
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
    summary: 'Withdraw an order that waits for approval',
    description:
      'By who submitted it, or by an admin. It is a draft again, its reservation is released, and the round stays in its record.',
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
    summary: 'Cancel for good',
    description: 'An approved order only while nothing of it is received or invoiced.',
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
      'Of each line what is neither accepted nor billed is taken off (`closed_quantity`), and its commitment released. What was accepted can still be billed: until it is, the order stays approved. Nothing more of it is received, and it is not amended, unless it is reopened. Close it again when a return or a credit opened a line since.',
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
    summary: 'Reopen an order that was closed',
    description:
      'It is approved as before the close, with no new steps. What it commits again is checked against its budget like an approval.',
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
