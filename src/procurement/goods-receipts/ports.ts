import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Decimal } from '../../common/money';
import { requirePorts } from '../../common/errors/start-refusal';
import type { OrderId, OrderItemId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';
import type { OrderMatching } from '../purchase-orders';

/** Implemented by `MatchingRepository` (invoices). */
export interface BillingPort {
  /** Per order line, the quantity billed by approved three-way matched invoices less line credits; missing means 0. */
  billedOnReceipts(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>>;
}

/** `InvoicesModule` sets these ports at startup. */
@Injectable()
export class ReceiptPorts implements OnApplicationBootstrap {
  billing: BillingPort;
  matching: OrderMatching;

  onApplicationBootstrap(): void {
    requirePorts<ReceiptPorts>(this, { billing: 'InvoicesModule', matching: 'InvoicesModule' });
  }
}
