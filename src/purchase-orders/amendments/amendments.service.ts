import { Injectable } from '@nestjs/common';
import { ApprovalsService } from '../../approvals';
import type { Actor } from '../../common/actor';
import { AmendmentApplication } from '../amendment-application';
import type { AmendmentOutcome } from '../amendment-input';
import { AmendmentProposals } from './amendment-proposal';
import { AmendmentsRepository } from './amendments.repository';
import { amendmentSubject, auditDetails } from '../approval/decisions';
import { type ApproveRequest, type RejectRequest, requireComments, requireOverrideAbility } from '../decision-requests';
import { nextAmendmentStatus } from '../domain/amendment';
import { nextStatus } from '../domain/lifecycle';
import { OrderChronicle } from '../progress/order-history';
import { OrderWork } from '../order-work';

/** Decides amendments that wait, step by step, as orders are decided. */
@Injectable()
export class AmendmentDecisionsService {
  constructor(
    private readonly work: OrderWork,
    private readonly amendments: AmendmentsRepository,
    private readonly proposals: AmendmentProposals,
    private readonly application: AmendmentApplication,
    private readonly approvals: ApprovalsService,
    private readonly chronicle: OrderChronicle,
  ) {}

  /**
   * Approves the amendment's current step; with the last one it is applied, checked afresh against what has been
   * received and billed since.
   * @throws DomainError as an order's approve, and VALIDATION_ERROR on a line that has been overtaken
   */
  async approve(actor: Actor, orderId: number, id: number, request: ApproveRequest): Promise<AmendmentOutcome> {
    requireComments(request);
    return this.work.onConfirmed(actor, orderId, async (tx, order) => {
      const amendment = await this.amendments.get(tx, orderId, id);
      requireOverrideAbility(actor, request);
      const status = nextAmendmentStatus(amendment.status, 'approve');
      nextStatus(order.status, 'amend');
      const { comments, step } = request;
      const approval = { outcome: 'approved', comments, step } as const;
      const decision = await this.approvals.decide(tx, actor, amendmentSubject(order, amendment), approval);
      const details = { amendment_id: id, ...auditDetails(decision) };
      if (!decision.ended) {
        await this.amendments.update(tx, amendment, { currentStep: decision.currentStep });
        await this.chronicle.note(tx, actor, orderId, 'amendment_step_approved', details);
        return { id, warnings: [] };
      }
      const proposal = await this.proposals.of(tx, order, amendment.changes);
      const over = { override: request.overrideBudget === true, comments };
      const warnings = await this.application.apply(tx, actor, order, amendment, proposal, over);
      await this.amendments.end(tx, amendment, status);
      await this.chronicle.note(tx, actor, orderId, 'amended', details);
      return { id, warnings };
    });
  }

  /**
   * Rejects the amendment at its current step; the order stays as it is.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, NOT_CURRENT_APPROVER, SELF_APPROVAL_FORBIDDEN
   */
  async reject(actor: Actor, orderId: number, id: number, { reason, step }: RejectRequest): Promise<AmendmentOutcome> {
    return this.work.onConfirmed(actor, orderId, async (tx, order) => {
      const amendment = await this.amendments.get(tx, orderId, id);
      const status = nextAmendmentStatus(amendment.status, 'reject');
      const rejection = { outcome: 'rejected', comments: reason, step } as const;
      const decision = await this.approvals.decide(tx, actor, amendmentSubject(order, amendment), rejection);
      await this.amendments.end(tx, amendment, status, reason);
      const details = { amendment_id: id, ...auditDetails(decision), reason };
      await this.chronicle.note(tx, actor, orderId, 'amendment_rejected', details);
      return { id, warnings: [] };
    });
  }
}
