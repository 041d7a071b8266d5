import { Injectable } from '@nestjs/common';
import { AmendmentsService } from '../amendments/amendments.service';
import { ApprovalsService } from '../../approvals';
import type { Actor } from '../../common/actor';
import { sum, ZERO } from '../../common/money';
import type { OrderId } from '../../common/records/ids';
import { type Transaction, UnitOfWork } from '../../database';
import { subjectOf } from '../approval/approval.service';
import { type Engagements, requireCancellable, requireClosable } from '../domain/policy';
import { lineFacts, quantityToClose } from '../domain/progress';
import type { PurchaseOrder } from '../entities/purchase-order.entity';
import { PurchaseOrdersRepository } from '../purchase-orders.repository';
import type { ChangedOrder } from '../queries/order-rows';
import { PurchaseOrdersQueries } from '../queries/purchase-orders.queries';
import { OrderEffects } from './order-effects';
import { OrderPorts } from './ports';

/** Ends an order before it is done: cancel, or close what is left of it. */
@Injectable()
export class OrderClosingService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: PurchaseOrdersRepository,
    private readonly queries: PurchaseOrdersQueries,
    private readonly approvals: ApprovalsService,
    private readonly amendments: AmendmentsService,
    private readonly ports: OrderPorts,
    private readonly effects: OrderEffects,
  ) {}

  /**
   * Cancels an order for good; what it had reserved or committed is released.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, also for an approved order that is received or invoiced
   */
  async cancel(actor: Actor, id: OrderId, reason: string): Promise<ChangedOrder> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, id);
      const from = order.status;
      const status = requireCancellable(from, await this.engagements(tx, order));
      const cancelledAt = await this.orders.update(tx, order, (at) => ({
        status,
        cancelledFrom: from,
        currentStep: null,
        cancelledAt: at,
        cancellationReason: reason,
      }));
      if (from === 'pending_approval') {
        await this.approvals.abandon(tx, subjectOf(order));
        await this.effects.released(tx, actor, order);
      }
      if (from === 'approved') {
        await this.amendments.cancelOpen(tx, actor, order, reason);
        await this.effects.cancelled(tx, actor, order);
      }
      const more = { cancelled_at: cancelledAt.toISOString(), cancellation_reason: reason };
      await this.effects.publish(tx, actor, order, 'cancelled', more, { reason });
      return this.queries.get(tx, id);
    });
  }

  /**
   * Closes an approved order short: what is not billed of each line will never be, its commitment is released.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, also while an invoice of it waits for its decision
   */
  async close(actor: Actor, id: OrderId, reason: string): Promise<ChangedOrder> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, id);
      const status = requireClosable(order.status, await this.engagements(tx, order));
      const [items, billed] = await Promise.all([
        this.orders.itemsOf(tx, id),
        this.ports.invoices.billedByItem(tx, id),
      ]);
      const facts = items.map((item) => lineFacts(item, new Map(), billed));
      const taken = facts.map((line) => ({ id: line.itemId, closedQuantity: quantityToClose(line) }));
      await this.orders.closeItems(tx, id, taken);
      await this.orders.update(tx, order, (at) => ({ status, completedAt: at, closedAt: at, closeReason: reason }));
      await this.amendments.cancelOpen(tx, actor, order, reason);
      await this.effects.binds(tx, actor, order, ZERO, 'close');
      await this.effects.record(tx, actor, id, 'closed', { reason });
      return this.queries.get(tx, id);
    });
  }

  private async engagements(tx: Transaction, order: PurchaseOrder): Promise<Engagements> {
    if (order.status !== 'approved') return { netReceived: ZERO, liveInvoices: 0, waitingInvoices: 0 };
    const [accepted, { live, waiting }] = await Promise.all([
      this.ports.receipts.acceptedByItem(tx, order.id),
      this.ports.invoices.standing(tx, order.id),
    ]);
    return { netReceived: sum(accepted.values()), liveInvoices: live, waitingInvoices: waiting };
  }
}
