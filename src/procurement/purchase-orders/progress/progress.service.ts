import { Injectable } from '@nestjs/common';
import type { OrderId } from '../../../common/records/ids';
import type { Actor } from '../../../common/actor';
import type { Transaction } from '../../../platform/database';
import { isInForce } from '../domain/lifecycle';
import { isReceived, lineFacts, lineProgress, orderCommitment, settledStatus } from '../domain/progress';
import type { PurchaseOrder } from '../entities/purchase-order.entity';
import { type LockedOrder, type OrderChanges, PurchaseOrdersRepository } from '../purchase-orders.repository';
import { OrderEffects } from './order-effects';
import { OrderPorts, type OrderProgress } from '../ports';

/** Derives an order's progress, status and commitment when its receipts or invoices change, in the same transaction. */
@Injectable()
export class OrderProgressService {
  constructor(
    private readonly orders: PurchaseOrdersRepository,
    private readonly ports: OrderPorts,
    private readonly effects: OrderEffects,
  ) {}

  /** @throws DomainError NOT_FOUND */
  async lock(tx: Transaction, orderId: OrderId): Promise<LockedOrder> {
    const order = await this.orders.lock(tx, orderId);
    return { order, items: await this.orders.itemsOf(tx, orderId) };
  }

  /**
   * Locks an order without reading it, for changes that leave the order and its lines unchanged.
   * @throws DomainError NOT_FOUND
   */
  async hold(tx: Transaction, orderId: OrderId): Promise<void> {
    await this.orders.hold(tx, orderId);
  }

  /**
   * Updates the locked order, and the object passed in, to its receipts and invoices. Idempotent.
   * @returns the quantities it used
   */
  async settle(tx: Transaction, actor: Actor, { order, items }: LockedOrder): Promise<OrderProgress> {
    const [accepted, billed, threeWay] = await Promise.all([
      this.ports.receipts.acceptedByItem(tx, order.id),
      this.ports.invoices.billedByItem(tx, order.id),
      this.ports.receipts.isThreeWay(tx, order),
    ]);
    const lines = items.map((item) => lineFacts(item, accepted, billed));
    await this.orders.saveProgress(tx, order.id, lines.map(lineProgress));
    const status = settledStatus({ status: order.status, closedByHand: order.closedAt !== null, threeWay, lines });
    const receivedInFull = isReceived(lines);
    if (status !== order.status) await this.move(tx, actor, order, { status, receivedInFull });
    else if (receivedInFull !== order.receivedInFull) this.orders.update(tx, order, { receivedInFull });
    if (order.submittedAt !== null && isInForce(status)) {
      await this.effects.binds(tx, actor, order, orderCommitment(status, lines, order.currency), 'fulfilment');
    }
    return { accepted, billed, threeWay };
  }

  private async move(tx: Transaction, actor: Actor, order: PurchaseOrder, changes: OrderChanges): Promise<void> {
    const completed = changes.status === 'completed';
    const movedAt = this.orders.update(tx, order, (at) => ({ ...changes, completedAt: completed ? at : null }));
    const at = movedAt.toISOString();
    if (completed) await this.effects.recordAndPublish(tx, actor, order, 'completed', { completed_at: at });
    else await this.effects.recordAndPublish(tx, actor, order, 'reopened', { reopened_at: at, reason: null });
  }
}
