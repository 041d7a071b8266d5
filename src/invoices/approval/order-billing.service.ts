import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Decimal } from '../../common/money';
import type { Transaction } from '../../database';
import { type BillingPort, ReceivingService } from '../../goods-receipts';
import type { EarlyInvoice, InvoiceFacts, LockedOrder, OrderMatching, OrderProgress } from '../../purchase-orders';
import { MatchingRepository } from './matching.repository';
import { MatchingService } from './matching.service';

/** Implements the ports through which orders and receipts ask about invoices and report changes to them. */
@Injectable()
export class OrderBillingService implements BillingPort, InvoiceFacts, OrderMatching {
  constructor(
    private readonly repository: MatchingRepository,
    private readonly matching: MatchingService,
    private readonly receiving: ReceivingService,
  ) {}

  /** What approved and paid invoices bill of each order line, less line credits. */
  async billedByItem(tx: Transaction, orderId: number): Promise<ReadonlyMap<number, Decimal>> {
    return this.repository.billedForGood(tx, orderId);
  }

  /** The same, of the invoices that were matched with receipts when they were approved. */
  async billedOnReceipts(tx: Transaction, orderId: number): Promise<ReadonlyMap<number, Decimal>> {
    return this.repository.billedOnReceipts(tx, orderId);
  }

  /** The order's approved and paid invoices, with what each takes of a budget. */
  async approvedOf(tx: Transaction, orderId: number): Promise<readonly EarlyInvoice[]> {
    return this.repository.approvedOf(tx, orderId);
  }

  /** How many of the order's invoices are neither draft nor cancelled, and how many wait. */
  async standing(tx: Transaction, orderId: number): Promise<{ readonly live: number; readonly waiting: number }> {
    return this.repository.standing(tx, orderId);
  }

  /** Whether the order's invoices are matched with its receipts too. */
  async isThreeWay(
    tx: Transaction,
    order: { readonly id: number; readonly approvedAt: Date | null },
  ): Promise<boolean> {
    return this.receiving.isThreeWay(tx, order);
  }

  /** The order was decided or amended: its waiting invoices are matched again. */
  async orderChanged(tx: Transaction, actor: Actor, order: LockedOrder): Promise<void> {
    await this.matching.rematch(tx, actor, order);
  }

  /** What is accepted of the order has changed: its waiting invoices are matched again. */
  async receivingChanged(tx: Transaction, actor: Actor, order: LockedOrder, progress: OrderProgress): Promise<void> {
    await this.matching.rematch(tx, actor, order, { progress });
  }
}
