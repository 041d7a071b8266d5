import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import type { OrderId, VendorId } from '../common/records/ids';
import { query, type ReadScope, tenantIdOf, type Transaction, UnitOfWork } from '../database';
import type { OrderFollower } from '../purchase-orders';
import type { VendorPerformance, VendorPerformancePort } from '../vendors';
import { difference } from './domain/figures';
import { orderFigures } from './domain/order-figures';
import { orderFacts } from './order-facts';
import { IN_WINDOWS, performanceOf, WINDOW_SUMS, type WindowSumsRow } from './performance-windows';
import { dailyFigures, storedFigures } from './stored-figures';
import { VendorPerformanceRepository } from './vendor-performance.repository';

/**
 * Keeps vendors' performance as orders, receipts and invoices go along. What an order adds is worked out anew from all
 * that is known of it, and the difference from what it added before is posted: calling twice changes nothing.
 */
@Injectable()
export class VendorPerformanceService implements VendorPerformancePort, OrderFollower {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly performance: VendorPerformanceRepository,
    private readonly clock: Clock,
  ) {}

  /** The performance of an existing vendor as of now; of one without orders all scores are 0. */
  async of(scope: ReadScope, vendorId: VendorId): Promise<VendorPerformance> {
    const [[row]] = await this.unitOfWork.readShared<[WindowSumsRow]>(
      scope,
      query(
        `SELECT ${WINDOW_SUMS} FROM vendor_performance_periods p WHERE ${IN_WINDOWS} AND p.vendor_id = $3 GROUP BY p.vendor_id`,
        [tenantIdOf(scope), this.clock.today(), vendorId],
      ),
    );
    return performanceOf(row, this.clock.now());
  }

  /**
   * An order, its receipts or its invoices have changed. Looked at once, before the transaction commits: then all facts
   * are in, and the vendor is locked last, after order and budget.
   */
  changed(tx: Transaction, order: { readonly id: OrderId; readonly vendorId: VendorId }): void {
    tx.beforeCommit(`vendor performance of order ${order.id}`, () => this.follow(tx, order.id, order.vendorId));
  }

  private async follow(tx: Transaction, orderId: OrderId, vendorId: VendorId): Promise<void> {
    const row = await this.performance.lockAndRead(tx, vendorId, orderId);
    if (!row) return;
    const now = orderFigures(orderFacts(row));
    const change = difference(dailyFigures(row.stored), now);
    if (change.size === 0) return;
    const today = this.clock.today();
    const [, , sums] = await Promise.all([
      this.performance.keep(tx, { orderId, vendorId, figures: storedFigures(now) }),
      this.performance.add(tx, vendorId, change),
      this.performance.windowSums(tx, vendorId, today),
    ]);
    const score = performanceOf(sums, this.clock.now()).overallScore;
    await this.performance.score(tx, [{ vendorId, score }]);
  }
}
