import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { Clock } from '../common/clock';
import { type Transaction, UnitOfWork } from '../database';
import { OrderProgressService } from '../purchase-orders';
import { GoodsReceiptsQueries } from './goods-receipts.queries';
import { GoodsReceiptsRepository, type LockedReceipt } from './goods-receipts.repository';
import type { LockedOrder } from './ports';
import { type ReceiptChange, ReceiptEffects } from './receipt-effects';
import type { ReceiptDetailRow } from './entities/receipt-rows';

/**
 * How every verb changes receipts: one transaction, the order locked first, so that what is accepted of it changes by
 * turns; the rest up to the verb; and then, in the same transaction, what follows from it: the trail, the order settled,
 * its waiting invoices matched again.
 */
@Injectable()
export class ReceiptWork {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: OrderProgressService,
    private readonly receipts: GoodsReceiptsRepository,
    private readonly queries: GoodsReceiptsQueries,
    private readonly effects: ReceiptEffects,
    private readonly clock: Clock,
  ) {}

  /** Runs `work` on the locked order and answers the receipt it names. Throws NOT_FOUND. */
  async onOrder(
    actor: Actor,
    orderId: number,
    work: (tx: Transaction, order: LockedOrder, now: Date) => Promise<ReceiptChange>,
  ): Promise<ReceiptDetailRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      return this.finish(tx, actor, order, await work(tx, order, this.clock.now()));
    });
  }

  /** Runs `work` on the locked receipt, its order locked before it. Throws NOT_FOUND. */
  async onReceipt(
    actor: Actor,
    receiptId: number,
    work: (tx: Transaction, receipt: LockedReceipt, now: Date) => Promise<Omit<ReceiptChange, 'receiptId'>>,
  ): Promise<ReceiptDetailRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const orderId = await this.receipts.orderOf(tx, receiptId);
      const order = await this.orders.lock(tx, orderId);
      const change = await work(tx, await this.receipts.lock(tx, receiptId), this.clock.now());
      return this.finish(tx, actor, order, { ...change, receiptId });
    });
  }

  private async finish(
    tx: Transaction,
    actor: Actor,
    order: LockedOrder,
    change: ReceiptChange,
  ): Promise<ReceiptDetailRow> {
    await this.effects.follow(tx, actor, order, change);
    return this.queries.get(tx.tenantId, change.receiptId);
  }
}
