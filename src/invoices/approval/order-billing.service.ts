import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Decimal } from '../../common/money';
import type { Transaction } from '../../database';
import { type BillingPort, type LockedOrder, ReceivingService } from '../../goods-receipts';
import type { EarlyInvoice, InvoiceFacts, OrderMatching } from '../../purchase-orders';
import { MatchingRepository } from './matching.repository';
import { MatchingService } from './matching.service';

/** What orders and receipts ask of invoices, and tell them. */
@Injectable()
export class BillingService implements BillingPort, InvoiceFacts, OrderMatching {
  constructor(
    private readonly matching: MatchingRepository,
    private readonly matches: MatchingService,
    private readonly receiving: ReceivingService,
  ) {}

  async billedByItem(tx: Transaction, orderId: number): Promise<ReadonlyMap<number, Decimal>> {
    return this.matching.billedForGood(tx, orderId);
  }

  async billedOnReceipts(tx: Transaction, orderId: number): Promise<ReadonlyMap<number, Decimal>> {
    return this.matching.billedOnReceipts(tx, orderId);
  }

  async approvedOf(tx: Transaction, orderId: number): Promise<readonly EarlyInvoice[]> {
    return this.matching.approvedOf(tx, orderId);
  }

  async standing(tx: Transaction, orderId: number): Promise<{ readonly live: number; readonly waiting: number }> {
    return this.matching.standing(tx, orderId);
  }

  async isThreeWay(
    tx: Transaction,
    order: { readonly id: number; readonly approvedAt: Date | null },
  ): Promise<boolean> {
    return this.receiving.isThreeWay(tx, order);
  }

  async orderChanged(tx: Transaction, actor: Actor, orderId: number): Promise<void> {
    await this.matches.rematchOrder(tx, actor, orderId);
  }

  async receivingChanged(tx: Transaction, actor: Actor, order: LockedOrder): Promise<void> {
    await this.matches.rematch(tx, actor, order);
  }
}
