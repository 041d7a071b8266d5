import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import type { Decimal } from '../common/money';
import type { Transaction } from '../database';
import type { LockedOrder } from '../purchase-orders';

/** What receipts ask of invoices, and tell them, in the transaction of the receipt's change. */
export interface BillingPort {
  /**
   * What approved invoices bill of each order line on the strength of receipts (three-way matched), less line credits;
   * lines without any may be left out.
   */
  billedOnReceipts(tx: Transaction, orderId: number): Promise<ReadonlyMap<number, Decimal>>;
  /** What is accepted of the order has changed: its waiting invoices are matched again. */
  receivingChanged(tx: Transaction, actor: Actor, order: LockedOrder): Promise<void>;
}

/** Where the module of invoices plugs in, once, while the application starts; until then nothing is billed. */
@Injectable()
export class ReceiptPorts {
  billing: BillingPort = {
    billedOnReceipts: () => Promise.resolve(new Map()),
    receivingChanged: () => Promise.resolve(),
  };
}
