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

/**
 * What receipts and invoices call when they have changed the facts of an order, in the transaction of that change:
 * how far each line has come is written down, the order completes or re-opens, and its commitment follows.
 */
@Injectable()
export class OrderProgressService {
  constructor(
    private readonly orders: PurchaseOrdersRepository,
    private readonly ports: OrderPorts,
    private readonly effects: OrderEffects,
  ) {}

  /**
   * Locks an order and reads its lines, so that facts about it can change.
   * @throws DomainError NOT_FOUND
   */
  async lock(tx: Transaction, orderId: OrderId): Promise<LockedOrder> {
    const order = await this.orders.lock(tx, orderId);
    return { order, items: await this.orders.itemsOf(tx, orderId) };
  }

  /**
   * Locks an order for a change beside it, which leaves the order and its lines as they are.
   * @throws DomainError NOT_FOUND
   */
  async hold(tx: Transaction, orderId: OrderId): Promise<void> {
    await this.orders.hold(tx, orderId);
  }

  /**
   * Makes the locked order what its facts say: the object handed in has its new status then. Calling it again without a
   * new fact changes nothing.
   * @returns the facts it went by
   */
  async settle(tx: Transaction, actor: Actor, { order, items }: LockedOrder): Promise<OrderProgress> {
    const [accepted, billed, threeWay] = await Promise.all([
      this.ports.receipts.acceptedByItem(tx, order.id),
      this.ports.invoices.billedByItem(tx, order.id),
      this.ports.receipts.isThreeWay(tx, order),
    ]);
    const lines = items.map((item) => lineFacts(item, accepted, billed));
    await this.orders.keepProgress(tx, order.id, lines.map(lineProgress));
    const status = settledStatus({ status: order.status, closedByHand: order.closedAt !== null, threeWay, lines });
    const receivedInFull = isReceived(lines);
    if (status !== order.status) await this.move(tx, actor, order, { status, receivedInFull });
    else if (receivedInFull !== order.receivedInFull) await this.orders.update(tx, order, { receivedInFull });
    if (order.submittedAt !== null && isInForce(status)) {
      await this.effects.binds(tx, actor, order, orderCommitment(status, lines, order.currency), 'fulfilment');
    }
    return { accepted, billed, threeWay };
  }

  private async move(tx: Transaction, actor: Actor, order: PurchaseOrder, changes: OrderChanges): Promise<void> {
    const completed = changes.status === 'completed';
    const movedAt = await this.orders.update(tx, order, (at) => ({ ...changes, completedAt: completed ? at : null }));
    const at = movedAt.toISOString();
    if (completed) await this.effects.publish(tx, actor, order, 'completed', { completed_at: at });
    else await this.effects.publish(tx, actor, order, 'reopened', { reopened_at: at, reason: null });
  }
}
