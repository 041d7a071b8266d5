import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import type { Decimal } from '../common/money';
import type { Transaction } from '../database';
import { orderCommitment } from './domain/commitment';
import { isReceived, lineProgress, settledStatus } from './domain/progress';
import type { PurchaseOrder } from './entities/purchase-order.entity';
import { OrderChronicle } from './order-chronicle';
import { OrderItemsRepository } from './order-items.repository';
import { OrderLedger } from './order-ledger';
import { OrderPorts } from './order-ports';
import type { BilledEarly } from './ports';
import { type LockedOrder, type OrderChanges, PurchaseOrdersRepository } from './purchase-orders.repository';
import { lineFacts } from './stored-lines';

/** What has come of an order so far. Quantities by order line; lines without any may be left out. */
export interface OrderProgress {
  /** Received less rejected less returned. */
  readonly accepted: ReadonlyMap<number, Decimal>;
  /** On approved and paid invoices, less line credits. */
  readonly billed: ReadonlyMap<number, Decimal>;
  /** Whether its invoices are matched with its receipts too. */
  readonly threeWay: boolean;
}

/**
 * What receipts and invoices call when they have changed the facts of an order, in the transaction of that change:
 * how far each line has come is kept anew, the order completes or re-opens, and its commitment follows.
 */
@Injectable()
export class OrderProgressService {
  constructor(
    private readonly orders: PurchaseOrdersRepository,
    private readonly items: OrderItemsRepository,
    private readonly ports: OrderPorts,
    private readonly ledger: OrderLedger,
    private readonly chronicle: OrderChronicle,
  ) {}

  /**
   * Locks an order with its lines, so that facts about it can change.
   * @throws DomainError NOT_FOUND
   */
  async lock(tx: Transaction, orderId: number): Promise<LockedOrder> {
    const order = await this.orders.lock(tx, orderId);
    return { order, items: await this.items.of(tx, orderId) };
  }

  /** What was billed of an order, locked and about to be approved; undefined when nothing was. */
  async billedEarly(tx: Transaction, { id, currency }: PurchaseOrder): Promise<BilledEarly | undefined> {
    const invoices = await this.ports.invoices.approvedOf(tx, id);
    if (invoices.length === 0) return undefined;
    const [items, billed] = await Promise.all([this.items.of(tx, id), this.ports.invoices.billedByItem(tx, id)]);
    const lines = items.map((item) => lineFacts(item, new Map(), billed));
    return { invoices, commitment: orderCommitment('approved', lines, currency) };
  }

  /**
   * Makes a locked order what its facts say: the object handed in has its new status then. Calling it again without a new
   * fact changes nothing.
   * @returns the facts it went by
   */
  async settle(tx: Transaction, actor: Actor, { order, items }: LockedOrder): Promise<OrderProgress> {
    const orderId = order.id;
    const [accepted, billed, threeWay] = await Promise.all([
      this.ports.receipts.acceptedByItem(tx, orderId),
      this.ports.invoices.billedByItem(tx, orderId),
      this.ports.invoices.isThreeWay(tx, order),
    ]);
    const lines = items.map((item) => lineFacts(item, accepted, billed));
    await this.items.keepProgress(tx, orderId, lines.map(lineProgress));
    const status = settledStatus({ status: order.status, closedByHand: order.closedAt !== null, threeWay, lines });
    const receivedInFull = isReceived(lines);
    if (status !== order.status) await this.move(tx, actor, order, { status, receivedInFull });
    else if (receivedInFull !== order.receivedInFull) await this.orders.update(tx, order, { receivedInFull });
    if (order.submittedAt !== null && (status === 'approved' || status === 'completed')) {
      await this.ledger.progressed(tx, actor, order, orderCommitment(status, lines, order.currency));
    }
    return { accepted, billed, threeWay };
  }

  private async move(tx: Transaction, actor: Actor, order: PurchaseOrder, changes: OrderChanges): Promise<void> {
    const completed = changes.status === 'completed';
    await this.orders.update(tx, order, (at) => ({ ...changes, completedAt: completed ? at : null }));
    await this.chronicle.note(tx, actor, order.id, completed ? 'completed' : 'reopened');
  }
}
