import { Injectable } from '@nestjs/common';
import type { OrderId, VendorId } from '../common/records/ids';
import { Clock } from '../common/clock';
import type { ReadScope, Transaction } from '../database';
import type { OrderFollower } from '../purchase-orders';
import { type VendorPerformance, type VendorPerformancePort, VendorTotals } from '../vendors';
import { difference } from './domain/figures';
import { orderFigures } from './domain/order-figures';
import { orderFacts } from './order-facts.sql';
import { PerformanceSums } from './performance-sums.sql';
import { performanceOf } from './performance-windows';
import { dailyFigures, storedFigures } from './stored-figures';

/**
 * Keeps vendors' performance up to date as orders, receipts and invoices change. What an order adds is computed anew from
 * all its facts, and the difference from what it added before is posted: doing so twice changes nothing.
 */
@Injectable()
export class VendorPerformanceService implements VendorPerformancePort, OrderFollower {
  constructor(
    private readonly sums: PerformanceSums,
    private readonly vendors: VendorTotals,
    private readonly clock: Clock,
  ) {}

  /** The performance of an existing vendor as of now; of one without orders all scores are 0. */
  async of(scope: ReadScope, vendorId: VendorId): Promise<VendorPerformance> {
    return performanceOf(await this.sums.windowSums(scope, vendorId, this.clock.today()), this.clock.now());
  }

  /**
   * Told that an order, its receipts or its invoices have changed. The vendor's figures follow once, before the transaction
   * commits: by then all facts are written, and the vendor is locked last, after order and budget.
   */
  changed(tx: Transaction, order: { readonly id: OrderId; readonly vendorId: VendorId }): void {
    tx.beforeCommit(`vendor performance of order ${order.id}`, () => this.follow(tx, order.id, order.vendorId));
  }

  private async follow(tx: Transaction, orderId: OrderId, vendorId: VendorId): Promise<void> {
    const [, row] = await Promise.all([this.vendors.lock(tx, vendorId), this.sums.orderFacts(tx, orderId)]);
    if (!row) return;
    const now = orderFigures(orderFacts(row));
    const change = difference(dailyFigures(row.stored), now);
    if (change.size === 0) return;
    const [, , sums] = await Promise.all([
      this.sums.keep(tx, { orderId, vendorId, figures: storedFigures(now) }),
      this.sums.add(tx, vendorId, change),
      this.sums.windowSums(tx, vendorId, this.clock.today()),
    ]);
    const score = performanceOf(sums, this.clock.now()).overallScore;
    await this.vendors.keepScore(tx, vendorId, score);
  }
}
