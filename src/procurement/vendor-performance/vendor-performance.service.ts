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
    return this.performanceOf(await this.sums.windowSums(scope, vendorId, this.clock.today()));
  }

  /** The same of several, in their order. */
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
   * Told that an order, its receipts or its invoices have changed. The vendor's figures follow once, before the transaction
   * commits: by then all facts are written, and the vendor is locked last, after order and budget.
   */
  changed(tx: Transaction, order: { readonly id: OrderId; readonly vendorId: VendorId }): void {
    tx.beforeCommit(`vendor performance of order ${order.id}`, () => this.follow(tx, order.id, order.vendorId));
  }

  private async follow(tx: Transaction, orderId: OrderId, vendorId: VendorId): Promise<void> {
    const [, order] = await Promise.all([this.vendors.lock(tx, vendorId), this.sums.order(tx, orderId)]);
    if (!order || order.change.size === 0) return;
    const [, , sums] = await Promise.all([
      this.sums.keep(tx, vendorId, order),
      this.sums.add(tx, vendorId, order.change),
      this.sums.windowSums(tx, vendorId, this.clock.today()),
    ]);
    await this.vendors.keepScore(tx, vendorId, overallScoreOf(sums?.year));
  }
}
