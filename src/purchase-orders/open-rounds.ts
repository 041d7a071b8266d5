import { Injectable } from '@nestjs/common';
import { ApprovalsService } from '../approvals';
import type { Actor } from '../common/actor';
import type { Decimal } from '../common/money';
import type { Transaction } from '../database';
import { AmendmentsRepository } from './amendments/amendments.repository';
import { amendmentSubject, subjectOf } from './approval/decisions';
import { nextAmendmentStatus } from './domain/amendment';
import type { PurchaseOrder } from './entities/purchase-order.entity';
import type { PurchaseOrderAmendment } from './entities/purchase-order-amendment.entity';
import { OrderChronicle } from './progress/order-history';

/** Opens an amendment's round of approval, and ends the rounds that nobody will decide any more. */
@Injectable()
export class OpenRounds {
  constructor(
    private readonly approvals: ApprovalsService,
    private readonly amendments: AmendmentsRepository,
    private readonly chronicle: OrderChronicle,
  ) {}

  /** The approval of an amendment: its steps are those an order of the new total would take. */
  async begin(tx: Transaction, order: PurchaseOrder, amendment: PurchaseOrderAmendment, total: Decimal): Promise<void> {
    const { departmentId, expenseType, currency } = order;
    const routed = { departmentId, expenseType, currency, total };
    await this.approvals.start(tx, amendmentSubject(order, amendment), routed, 1);
    await this.amendments.update(tx, amendment, { currentStep: 1 });
  }

  /** Ends the order's own approval: its open and waiting steps are skipped. */
  async endOfOrder(tx: Transaction, order: PurchaseOrder): Promise<void> {
    await this.approvals.abandon(tx, subjectOf(order));
  }

  /** Cancels the amendment that waits, if the order has one. */
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
    await this.amendments.end(tx, amendment, status, reason);
    await this.chronicle.note(tx, actor, order.id, 'amendment_cancelled', { amendment_id: amendment.id, reason });
  }
}
