import { Injectable } from '@nestjs/common';
import { ApprovalsService } from '../approvals';
import type { Actor } from '../common/actor';
import { Clock } from '../common/clock';
import type { Transaction } from '../database';
import { AmendmentsRepository } from './amendments.repository';
import { amendmentSubject, subjectOf } from './approval-subject';
import { nextAmendmentStatus } from './domain/amendment';
import type { PurchaseOrder } from './entities/purchase-order.entity';
import type { PurchaseOrderAmendment } from './entities/purchase-order-amendment.entity';
import { OrderChronicle } from './order-chronicle';

/** Ends what waits for a decision that nobody will take any more. */
@Injectable()
export class OpenRounds {
  constructor(
    private readonly approvals: ApprovalsService,
    private readonly amendments: AmendmentsRepository,
    private readonly chronicle: OrderChronicle,
    private readonly clock: Clock,
  ) {}

  /** The order's own approval: its open and waiting steps are skipped. */
  async endOfOrder(tx: Transaction, order: PurchaseOrder): Promise<void> {
    await this.approvals.abandon(tx, subjectOf(order));
  }

  /** An amendment that waits, if the order has one. */
  async endOfAmendment(tx: Transaction, actor: Actor, order: PurchaseOrder, reason: string | null): Promise<void> {
    const open = await this.amendments.open(tx, order.id);
    if (open) await this.cancelAmendment(tx, actor, order, open, reason);
  }

  /** Cancels an amendment that waits. Throws INVALID_STATUS for any other. */
  async cancelAmendment(
    tx: Transaction,
    actor: Actor,
    order: PurchaseOrder,
    amendment: PurchaseOrderAmendment,
    reason: string | null,
  ): Promise<void> {
    const status = nextAmendmentStatus(amendment.status, 'cancel');
    await this.approvals.abandon(tx, amendmentSubject(order, amendment));
    await this.amendments.update(tx, amendment, {
      status,
      currentStep: null,
      decidedAt: this.clock.now(),
      decisionReason: reason,
    });
    await this.chronicle.note(tx, actor, order.id, 'amendment_cancelled', { amendment_id: amendment.id, reason });
  }
}
