import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { requirePorts } from '../common/errors/start-refusal';
import type { Transaction } from '../database';

/** All that documents need of orders. */
export interface OrderHolder {
  /**
   * Keeps an order there until the transaction ends, while a document is added to it.
   * @throws DomainError NOT_FOUND
   */
  hold(tx: Transaction, orderId: number): Promise<void>;
}

/** What documents need from modules that they must not import; each provides its port while the application starts. */
@Injectable()
export class DocumentPorts implements OnApplicationBootstrap {
  orders: OrderHolder;

  /** @throws StartRefusal naming a port that nobody provided */
  onApplicationBootstrap(): void {
    requirePorts<DocumentPorts>(this, { orders: 'PurchaseOrdersModule' });
  }
}
