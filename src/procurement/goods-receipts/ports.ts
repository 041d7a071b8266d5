import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Decimal } from '../../common/money';
import { requirePorts } from '../../common/errors/start-refusal';
import type { OrderId, OrderItemId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';
import type { OrderMatching } from '../purchase-orders';

/** What receipts ask of invoices, in the transaction of the receipt's change. Implemented by `MatchingRepository` (invoices). */
export interface BillingPort {
  /**
   * What approved invoices bill of each order line on the strength of receipts (three-way matched), less line credits;
   * lines without any may be left out.
   */
  billedOnReceipts(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>>;
}

/** Where invoices plug in: `InvoicesModule` sets the ports while the application starts. */
@Injectable()
export class ReceiptPorts implements OnApplicationBootstrap {
  billing: BillingPort;
  matching: OrderMatching;

  /** @throws StartRefusal naming the ports that nobody set */
  onApplicationBootstrap(): void {
    requirePorts<ReceiptPorts>(this, { billing: 'InvoicesModule', matching: 'InvoicesModule' });
  }
}
