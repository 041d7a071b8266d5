import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { AmendmentApplication } from './amendment-application';
import type { AmendmentOutcome, AmendmentRequest } from './amendment-input';
import { AmendmentProposals } from './amendments/amendment-proposal';
import { AmendmentsRepository } from './amendments/amendments.repository';
import { nextAmendmentStatus, requireChange, requireNoneOpen } from './domain/amendment';
import { nextStatus } from './domain/lifecycle';
import { OpenRounds } from './open-rounds';
import { OrderChronicle } from './progress/order-history';
import { OrderWork } from './order-work';

/** Asks for changes of an approved order, and withdraws them again. */
@Injectable()
export class AmendmentRequestsService {
  constructor(
    private readonly work: OrderWork,
    private readonly amendments: AmendmentsRepository,
    private readonly proposals: AmendmentProposals,
    private readonly application: AmendmentApplication,
    private readonly rounds: OpenRounds,
    private readonly chronicle: OrderChronicle,
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
      const { id } = amendment;
      if (proposal.raise) {
        await this.rounds.begin(tx, order, amendment, proposal.totals.total);
        await this.chronicle.note(tx, actor, orderId, 'amendment_requested', { amendment_id: id, reason });
        return { id, warnings: [] };
      }
      const over = { override: false, comments: null };
      const warnings = await this.application.apply(tx, actor, order, { id, changes }, proposal, over);
      await this.amendments.end(tx, amendment, nextAmendmentStatus(amendment.status, 'approve'));
      await this.chronicle.note(tx, actor, orderId, 'amended', { amendment_id: id, reason });
      return { id, warnings };
    });
  }

  /** Withdraws an amendment that waits. Throws NOT_FOUND, INVALID_STATUS. */
  async cancel(actor: Actor, orderId: number, id: number, reason: string | null): Promise<AmendmentOutcome> {
    return this.work.on(actor, orderId, async (tx, order) => {
      await this.rounds.cancelAmendment(tx, actor, order, await this.amendments.get(tx, orderId, id), reason);
      return { id, warnings: [] };
    });
  }
}

function author(actor: Actor): number {
  if (actor.userId === null) throw new Error('An amendment is asked for by a user');
  return actor.userId;
}
