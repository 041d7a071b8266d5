import { Injectable } from '@nestjs/common';
import { ApprovalsService } from '../approvals';
import type { Actor } from '../common/actor';
import { Clock } from '../common/clock';
import type { Warning } from '../common/warning';
import type { Transaction } from '../database';
import { AmendmentApplication } from './amendment-application';
import type { AmendmentRequest } from './amendment-input';
import { AmendmentProposals } from './amendment-proposal';
import { AmendmentsRepository } from './amendments.repository';
import { amendmentSubject, auditDetails } from './approval-subject';
import { type AmendmentStatus, nextAmendmentStatus, requireChange, requireNoneOpen } from './domain/amendment';
import { nextStatus } from './domain/lifecycle';
import type { PurchaseOrder } from './entities/purchase-order.entity';
import type { PurchaseOrderAmendment } from './entities/purchase-order-amendment.entity';
import { OpenRounds } from './open-rounds';
import {
  requireComments,
  requireOverrideAbility,
  type ApproveRequest,
  type RejectRequest,
} from './order-approval.service';
import { OrderChronicle } from './order-chronicle';
import { OrderWork } from './order-work';

/** An amendment that was asked for or decided, and what to know of it. */
export interface AmendmentOutcome {
  readonly id: number;
  readonly warnings: readonly Warning[];
}

const NO_OVERRIDE = { override: false, comments: null };

/** Changes of an approved order, beside it: asked for, approved or rejected, applied. */
@Injectable()
export class AmendmentsService {
  constructor(
    private readonly work: OrderWork,
    private readonly amendments: AmendmentsRepository,
    private readonly proposals: AmendmentProposals,
    private readonly application: AmendmentApplication,
    private readonly approvals: ApprovalsService,
    private readonly rounds: OpenRounds,
    private readonly chronicle: OrderChronicle,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks for an amendment. A raise of the total goes to the approvers; anything else is applied at once.
   * @throws DomainError INVALID_STATUS for an order that is not approved or has an amendment waiting, VALIDATION_ERROR
   */
  async request(actor: Actor, orderId: number, { reason, changes }: AmendmentRequest): Promise<AmendmentOutcome> {
    requireChange(changes);
    return this.work.on(actor, orderId, async (tx, order) => {
      nextStatus(order.status, 'amend');
      requireNoneOpen((await this.amendments.open(tx, orderId)) !== null);
      const proposal = await this.proposals.of(tx, order, changes);
      const amendment = await this.amendments.insert(tx, {
        purchaseOrderId: orderId,
        reason,
        changes,
        totalBefore: order.totalAmount,
        totalAfter: proposal.totals.total,
        createdById: author(actor),
      });
      if (!proposal.raise) {
        const warnings = await this.application.apply(
          tx,
          actor,
          order,
          { ...amendment, changes },
          proposal,
          NO_OVERRIDE,
        );
        await this.end(tx, amendment, nextAmendmentStatus(amendment.status, 'approve'), null);
        await this.chronicle.note(tx, actor, orderId, 'amended', { amendment_id: amendment.id, reason });
        return { id: amendment.id, warnings };
      }
      const { departmentId, expenseType, currency } = order;
      const routed = { departmentId, expenseType, currency, total: proposal.totals.total };
      await this.approvals.start(tx, amendmentSubject(order, amendment), routed, 1);
      await this.amendments.update(tx, amendment, { currentStep: 1 });
      await this.chronicle.note(tx, actor, orderId, 'amendment_requested', { amendment_id: amendment.id, reason });
      return { id: amendment.id, warnings: [] };
    });
  }

  /**
   * Approves the amendment's current step; with the last one it is applied, checked afresh against what has been
   * received and billed since.
   * @throws DomainError as an order's approve, and VALIDATION_ERROR on a line that has been overtaken
   */
  async approve(actor: Actor, orderId: number, id: number, request: ApproveRequest): Promise<AmendmentOutcome> {
    requireComments(request);
    return this.onAmendment(actor, orderId, id, async (tx, order, amendment) => {
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
      await this.end(tx, amendment, status, null);
      await this.chronicle.note(tx, actor, orderId, 'amended', details);
      return { id, warnings };
    });
  }

  /** Rejects the amendment at its current step; the order stays as it is. */
  async reject(actor: Actor, orderId: number, id: number, { reason, step }: RejectRequest): Promise<AmendmentOutcome> {
    return this.onAmendment(actor, orderId, id, async (tx, order, amendment) => {
      const status = nextAmendmentStatus(amendment.status, 'reject');
      const rejection = { outcome: 'rejected', comments: reason, step } as const;
      const decision = await this.approvals.decide(tx, actor, amendmentSubject(order, amendment), rejection);
      await this.end(tx, amendment, status, reason);
      const details = { amendment_id: id, ...auditDetails(decision), reason };
      await this.chronicle.note(tx, actor, orderId, 'amendment_rejected', details);
      return { id, warnings: [] };
    });
  }

  /** Withdraws an amendment that waits. Throws INVALID_STATUS. */
  async cancel(actor: Actor, orderId: number, id: number, reason: string | null): Promise<AmendmentOutcome> {
    return this.onAmendment(actor, orderId, id, async (tx, order, amendment) => {
      await this.rounds.cancelAmendment(tx, actor, order, amendment, reason);
      return { id, warnings: [] };
    });
  }

  private async onAmendment<T>(
    actor: Actor,
    orderId: number,
    id: number,
    work: (tx: Transaction, order: PurchaseOrder, amendment: PurchaseOrderAmendment) => Promise<T>,
  ): Promise<T> {
    return this.work.on(actor, orderId, async (tx, order) => {
      return work(tx, order, await this.amendments.get(tx, orderId, id));
    });
  }

  private async end(
    tx: Transaction,
    amendment: PurchaseOrderAmendment,
    status: AmendmentStatus,
    decisionReason: string | null,
  ): Promise<void> {
    const decidedAt = this.clock.now();
    await this.amendments.update(tx, amendment, { status, currentStep: null, decidedAt, decisionReason });
  }
}

function author(actor: Actor): number {
  if (actor.userId === null) throw new Error('An amendment is asked for by a user');
  return actor.userId;
}
