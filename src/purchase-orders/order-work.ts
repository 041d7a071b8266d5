import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../auth';
import type { Actor } from '../common/actor';
import type { Warning } from '../common/warning';
import { type Transaction, UnitOfWork } from '../database';
import type { PurchaseOrder } from './entities/purchase-order.entity';
import type { OrderDetail } from './queries/order-rows';
import { type OrderChanges, PurchaseOrdersRepository } from './purchase-orders.repository';
import { PurchaseOrdersQueries } from './queries/purchase-orders.queries';

/** An order after a change, with what the caller should know of it. */
export interface ChangedOrder extends OrderDetail {
  readonly warnings: readonly Warning[];
}

/**
 * How every verb changes an order: one transaction, the order locked in it, the rest up to the verb. Whoever changes
 * an order or decides about it takes turns at that lock.
 */
@Injectable()
export class OrderWork {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: PurchaseOrdersRepository,
    private readonly queries: PurchaseOrdersQueries,
    private readonly authority: TokenAuthority,
  ) {}

  /** Runs `work` on the locked order and answers what it answers. Throws NOT_FOUND. */
  async on<T>(actor: Actor, id: number, work: (tx: Transaction, order: PurchaseOrder) => Promise<T>): Promise<T> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => work(tx, await this.orders.lock(tx, id)));
  }

  /** {@link on} for a decision: the caller is confirmed in the transaction, before the order is locked. */
  async onConfirmed<T>(
    actor: Actor,
    id: number,
    work: (tx: Transaction, order: PurchaseOrder) => Promise<T>,
  ): Promise<T> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, order] = await Promise.all([this.authority.confirm(tx, actor), this.orders.lock(tx, id)]);
      return work(tx, order);
    });
  }

  /** Runs `work` on the locked order and answers the whole order as it is then, with the warnings of `work`. */
  async change(
    actor: Actor,
    id: number,
    work: (tx: Transaction, order: PurchaseOrder) => Promise<readonly Warning[]>,
  ): Promise<ChangedOrder> {
    return this.on(actor, id, (tx, order) => this.whole(tx, order, work));
  }

  /** {@link change} for a decision: the caller is confirmed in the transaction, before the order is locked. */
  async changeConfirmed(
    actor: Actor,
    id: number,
    work: (tx: Transaction, order: PurchaseOrder) => Promise<readonly Warning[]>,
  ): Promise<ChangedOrder> {
    return this.onConfirmed(actor, id, (tx, order) => this.whole(tx, order, work));
  }

  /** Writes these fields of a locked order, or what they are at that instant, which it answers. */
  async update(
    tx: Transaction,
    order: PurchaseOrder,
    changes: OrderChanges | ((at: Date) => OrderChanges),
  ): Promise<Date> {
    return this.orders.update(tx, order, changes);
  }

  private async whole(
    tx: Transaction,
    order: PurchaseOrder,
    work: (tx: Transaction, order: PurchaseOrder) => Promise<readonly Warning[]>,
  ): Promise<ChangedOrder> {
    const warnings = await work(tx, order);
    return { ...(await this.queries.get(tx.tenantId, order.id)), warnings };
  }
}
