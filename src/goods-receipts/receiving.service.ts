import { Injectable } from '@nestjs/common';
import type { Decimal } from '../common/money';
import type { OrderId, OrderItemId } from '../common/records/ids';
import type { Transaction } from '../database';
import type { ReceiptFacts } from '../purchase-orders';
import { TenantSettings } from '../tenants';
import { isThreeWay } from './domain/receiving-policy';
import { GoodsReceiptsRepository } from './goods-receipts.repository';

/** What receipts say about an order: how much is accepted of it, and whether its invoices are matched with receipts. */
@Injectable()
export class ReceivingService implements ReceiptFacts {
  constructor(
    private readonly receipts: GoodsReceiptsRepository,
    private readonly tenants: TenantSettings,
  ) {}

  /** Received less rejected less returned, by order line. */
  async acceptedByItem(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>> {
    return this.receipts.acceptedByItem(tx, orderId);
  }

  /** Whether the order's invoices are matched with its receipts too. */
  async isThreeWay(
    tx: Transaction,
    order: { readonly id: OrderId; readonly approvedAt: Date | null },
  ): Promise<boolean> {
    const [{ settings }, receiving] = await Promise.all([this.tenants.of(tx), this.receipts.receiving(tx, order.id)]);
    return isThreeWay(settings.matching_policy, { ...receiving, approvedAt: order.approvedAt });
  }
}
