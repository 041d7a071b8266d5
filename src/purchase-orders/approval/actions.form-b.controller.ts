import { Post } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Language } from '../../common/messages';
import type { OrderId } from '../../common/records/ids';
import { Answers, Body, CurrentActor, CurrentLanguage, Examples, FormB, PathId, Requires } from '../../http';
import { ApproveOrderIn, NothingIn, ReasonIn, RejectOrderIn } from '../http/requests';
import { ORDER_EXAMPLES_B } from '../http/examples';
import { OrderOutB, SubmittedOrderOutB } from '../http/form-b/answers';
import { ORDER_WORDS_B } from '../http/form-b/words';
import { presentOrderB, presentSubmittedB } from '../http/form-b/present';
import { OrderClosingService } from '../progress/closing.service';
import { OrderApprovalService } from './approval.service';

/** What can be done to a purchase order, in Form B. */
@FormB('purchase-orders/:id', 'Purchase orders', ORDER_WORDS_B)
export class PurchaseOrderActionsFormBController {
  constructor(
    private readonly approval: OrderApprovalService,
    private readonly closing: OrderClosingService,
  ) {}

  @Post('submit')
  @Examples(ORDER_EXAMPLES_B.submit)
  @Requires('write')
  @Answers(SubmittedOrderOutB, {
    summary: 'Submit a draft for approval',
    codes: ['INVALID_STATUS', 'VENDOR_BLOCKED', 'BUDGET_REQUIRED', 'BUDGET_FROZEN'],
  })
  async submit(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() _body: NothingIn,
    @CurrentLanguage() language: Language,
  ): Promise<SubmittedOrderOutB> {
    return presentSubmittedB(await this.approval.submit(actor, id), language);
  }

  @Post('approve')
  @Examples(ORDER_EXAMPLES_B.approve)
  @Requires('approve')
  @Answers(OrderOutB, {
    summary: 'Approve the current step',
    description:
      'By whom the step asks (`pending_approvers`): who was eligible when it opened and still is, or a delegate of theirs. An admin token may approve any step; that is marked as an override.',
    codes: [
      'NOT_CURRENT_APPROVER',
      'SELF_APPROVAL_FORBIDDEN',
      'INVALID_STATUS',
      'VENDOR_BLOCKED',
      'BUDGET_FROZEN',
      'BUDGET_EXCEEDED',
    ],
  })
  async approve(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() body: ApproveOrderIn,
    @CurrentLanguage() language: Language,
  ): Promise<OrderOutB> {
    return presentOrderB(await this.approval.approve(actor, id, body.toRequest()), language);
  }

  @Post('reject')
  @Examples(ORDER_EXAMPLES_B.reject)
  @Requires('approve')
  @Answers(OrderOutB, {
    summary: 'Reject at the current step',
    codes: ['NOT_CURRENT_APPROVER', 'SELF_APPROVAL_FORBIDDEN', 'INVALID_STATUS'],
  })
  async reject(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() body: RejectOrderIn,
    @CurrentLanguage() language: Language,
  ): Promise<OrderOutB> {
    return presentOrderB(await this.approval.reject(actor, id, body.toRequest()), language);
  }

  @Post('revise')
  @Examples(ORDER_EXAMPLES_B.revise)
  @Requires('write')
  @Answers(OrderOutB, { summary: 'Turn a rejected order back into a draft', codes: ['INVALID_STATUS'] })
  async revise(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() _body: NothingIn,
    @CurrentLanguage() language: Language,
  ): Promise<OrderOutB> {
    return presentOrderB(await this.approval.revise(actor, id), language);
  }

  @Post('cancel')
  @Examples(ORDER_EXAMPLES_B.cancel)
  @Requires('write')
  @Answers(OrderOutB, {
    summary: 'Cancel for good',
    description: 'An approved order only while nothing of it is received or invoiced.',
    codes: ['INVALID_STATUS'],
  })
  async cancel(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() { reason }: ReasonIn,
    @CurrentLanguage() language: Language,
  ): Promise<OrderOutB> {
    return presentOrderB(await this.closing.cancel(actor, id, reason), language);
  }

  @Post('close')
  @Examples(ORDER_EXAMPLES_B.close)
  @Requires('write')
  @Answers(OrderOutB, {
    summary: 'Close an approved order short',
    description: 'What is not billed of it will neither be received nor billed; its commitment is released.',
    codes: ['INVALID_STATUS'],
  })
  async close(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() { reason }: ReasonIn,
    @CurrentLanguage() language: Language,
  ): Promise<OrderOutB> {
    return presentOrderB(await this.closing.close(actor, id, reason), language);
  }
}
