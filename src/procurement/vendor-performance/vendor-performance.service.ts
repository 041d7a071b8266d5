import { Injectable } from '@nestjs/common';
import type { OrderId, VendorId } from '../../common/records/ids';
import { Clock } from '../../common/clock';
import type { ReadScope, Transaction } from '../../platform/database';
import type { OrderFollower } from '../purchase-orders';
import { type VendorPerformance, type VendorPerformancePort, VendorTotals } from '../vendors';
import { figuresOf } from './domain/figures';
import { overallScoreOf, scores } from './domain/scores';
import { PerformanceSums, type WindowSumsRow } from './performance-sums.sql';

/**
 * Updates vendors' performance when orders, receipts or invoices change. The contribution of an order is recomputed
 * from all its facts, and the difference from the stored contribution is added. The update is therefore idempotent.
 */
@Injectable()
export class VendorPerformanceService implements VendorPerformancePort, OrderFollower {
  constructor(
    private readonly sums: PerformanceSums,
    private readonly vendors: VendorTotals,
    private readonly clock: Clock,
  ) {}

  async of(scope: ReadScope, vendorId: VendorId): Promise<VendorPerformance> {
    return this.performanceOf(await this.sums.windowSums(scope, vendorId, this.clock.today()));
  }

  async ofSeveral(scope: ReadScope, vendorIds: readonly VendorId[]): Promise<readonly VendorPerformance[]> {
    const sums = await this.sums.windowSumsOf(scope, vendorIds, this.clock.today());
    return vendorIds.map((id) => this.performanceOf(sums.get(id)));
  }

  private performanceOf(sums: WindowSumsRow | undefined): VendorPerformance {
    const { overall, ...metrics } = scores(figuresOf(sums?.year));
    const [last30Days, last90Days] = [overallScoreOf(sums?.month), overallScoreOf(sums?.quarter)];
    const trends = { last30Days, last90Days, lastYear: overall };
    return { overallScore: overall, ...metrics, trends, asOf: this.clock.now() };
  }

  /**
   * Called after a change of an order, its receipts or its invoices. The figures are updated once, before the commit:
   * then all facts are written, and the vendor is locked last, after order and budget.
   */
  changed(tx: Transaction, order: { readonly id: OrderId; readonly vendorId: VendorId }): void {
    tx.beforeCommit(`vendor performance of order ${order.id}`, async () => {
      const follow = await this.lock(tx, order);
      await follow();
    });
  }

  async lock(
    tx: Transaction,
    { id, vendorId }: { readonly id: OrderId; readonly vendorId: VendorId },
  ): Promise<() => Promise<void>> {
    const [, order] = await Promise.all([this.vendors.lock(tx, vendorId), this.sums.order(tx, id)]);
    return async () => {
      if (!order || order.change.size === 0) return;
      const [, , sums] = await Promise.all([
        this.sums.save(tx, vendorId, order),
        this.sums.add(tx, vendorId, order.change),
        this.sums.windowSums(tx, vendorId, this.clock.today()),
      ]);
      await this.vendors.saveScore(tx, vendorId, overallScoreOf(sums?.year));
    };
  }
}
