import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { sum, ZERO } from '../../common/money';
import type { Transaction } from '../../database';
import { type Engagements, requireCancellable, requireClosable } from '../domain/policy';
import { quantityToClose } from '../domain/progress';
import type { PurchaseOrder } from '../entities/purchase-order.entity';
import { OpenRounds } from '../open-rounds';
import { OrderChronicle } from './order-history';
import { OrderItemsRepository } from '../order-items.repository';
import { OrderLedger } from './order-effects';
import { OrderPorts } from '../order-ports';
import { type ChangedOrder, OrderWork } from '../order-work';
import { lineFacts } from '../stored-lines';

/** Ends an order before it is done: cancel, or close what is left of it. */
@Injectable()
export class OrderEndingService {
  constructor(
    private readonly work: OrderWork,
    private readonly items: OrderItemsRepository,
    private readonly rounds: OpenRounds,
    private readonly ports: OrderPorts,
    private readonly ledger: OrderLedger,
    private readonly chronicle: OrderChronicle,
  ) {}

  /**
   * Cancels an order for good; what it had reserved or committed is released.
   * @throws DomainError INVALID_STATUS, also for an approved order that is received or invoiced
   */
  async cancel(actor: Actor, id: number, reason: string): Promise<ChangedOrder> {
    return this.work.change(actor, id, async (tx, order) => {
      const from = order.status;
      const status = requireCancellable(from, await this.engagements(tx, order));
      const cancelledAt = await this.work.update(tx, order, (at) => ({
        status,
        cancelledFrom: from,
        currentStep: null,
        cancelledAt: at,
        cancellationReason: reason,
      }));
      if (from === 'pending_approval') {
        await this.rounds.endOfOrder(tx, order);
        await this.ledger.released(tx, actor, order);
      }
      if (from === 'approved') {
        await this.rounds.endOfAmendment(tx, actor, order, reason);
        await this.ledger.cancelled(tx, actor, order);
      }
      const told = { cancelled_at: cancelledAt.toISOString(), cancellation_reason: reason };
      await this.chronicle.tell(tx, actor, order, 'cancelled', told, { reason });
      return [];
    });
  }

  /**
   * Closes an approved order short: what is not billed of each line will never be, its commitment is released.
   * @throws DomainError INVALID_STATUS, also while an invoice of it waits for its decision
   */
  async close(actor: Actor, id: number, reason: string): Promise<ChangedOrder> {
    return this.work.change(actor, id, async (tx, order) => {
      const status = requireClosable(order.status, await this.engagements(tx, order));
      const [stored, billed] = await Promise.all([this.items.of(tx, id), this.ports.invoices.billedByItem(tx, id)]);
      const facts = stored.map((item) => lineFacts(item, new Map(), billed));
      await this.items.close(
        tx,
        id,
        facts.map((line) => ({ id: line.itemId, closedQuantity: quantityToClose(line) })),
      );
      await this.work.update(tx, order, (at) => ({ status, completedAt: at, closedAt: at, closeReason: reason }));
      await this.rounds.endOfAmendment(tx, actor, order, reason);
      await this.ledger.closed(tx, actor, order);
      await this.chronicle.note(tx, actor, id, 'closed', { reason });
      return [];
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
