import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Actor } from '../common/actor';
import type { Decimal } from '../common/money';
import { requirePorts } from '../common/errors/required-port';
import type { Transaction } from '../database';
import type { LockedOrder, OrderProgress } from '../purchase-orders';

/** What receipts ask of invoices and report to them, in the transaction of the receipt's change. */
export interface BillingPort {
  /**
   * What approved invoices bill of each order line on the strength of receipts (three-way matched), less line credits;
   * lines without any may be left out.
   */
  billedOnReceipts(tx: Transaction, orderId: number): Promise<ReadonlyMap<number, Decimal>>;
  /** What is accepted of the order has changed: its waiting invoices are matched again. */
  receivingChanged(tx: Transaction, actor: Actor, order: LockedOrder, progress: OrderProgress): Promise<void>;
}

/** Where invoices plug in: `InvoicesModule` sets the port while the application starts. */
@Injectable()
export class ReceiptPorts implements OnApplicationBootstrap {
  billing: BillingPort;

  onApplicationBootstrap(): void {
    requirePorts<ReceiptPorts>(this, { billing: 'InvoicesModule' });
  }
}
