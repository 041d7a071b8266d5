import { Injectable } from '@nestjs/common';
import { type CalendarDate, Clock } from '../../common/clock';
import type { VendorId } from '../../common/records/ids';
import { type TenantWalk, type Transaction, UnitOfWork, type Walked, walkTenants } from '../../platform/database';
import { VendorsQueries, VendorTotals } from '../vendors';
import { add, type DailyFigures, difference, type PerformanceFigures } from './domain/figures';
import { overallScoreOf } from './domain/scores';
import { PerformanceSums } from './performance-sums.sql';

const BATCH = 500;

export interface RebuildReport {
  readonly vendors: number;
  readonly orders: number;
  /** Orders with wrong stored figures. */
  readonly ordersCorrected: number;
  /** Days and months with wrong sums. */
  readonly periodsCorrected: number;
  readonly scoresCorrected: number;
}

const NOTHING: RebuildReport = { vendors: 0, orders: 0, ordersCorrected: 0, periodsCorrected: 0, scoresCorrected: 0 };

/** Recomputes vendors' performance and corrects differences. Without corrections the stored figures are right. */
@Injectable()
export class PerformanceRebuild {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sums: PerformanceSums,
    private readonly vendors: VendorTotals,
    private readonly queries: VendorsQueries,
    private readonly clock: Clock,
  ) {}

  /** Rebuilds every vendor of every tenant, each in a separate transaction. */
  async all(walk: TenantWalk = {}): Promise<RebuildReport & Walked> {
    let report = NOTHING;
    const walked = await walkTenants(this.unitOfWork, walk, async (id) => {
      for (const vendorId of await this.queries.ids(id)) {
        const part = await this.unitOfWork.run(id, (tx) => this.vendor(tx, vendorId));
        report = together(report, part);
      }
    });
    return { ...report, ...walked };
  }

  private async vendor(tx: Transaction, vendorId: VendorId): Promise<RebuildReport> {
    // Every change of a vendor's figures takes this lock first, so they cannot change during the recount.
    await this.vendors.lock(tx, vendorId);
    const { orders, corrected: ordersCorrected, sum } = await this.orders(tx, vendorId);
    const stored = await this.sums.periods(tx, vendorId, 'day');
    const change = difference(stored, sum);
    const months = difference(await this.sums.periods(tx, vendorId, 'month'), byMonth(sum));
    if (change.size > 0 || months.size > 0) await this.sums.replace(tx, vendorId, sum);
    const sums = await this.sums.windowSums(tx, vendorId, this.clock.today());
    const scoresCorrected = await this.vendors.saveScore(tx, vendorId, overallScoreOf(sums?.year));
    return { vendors: 1, orders, ordersCorrected, periodsCorrected: change.size + months.size, scoresCorrected };
  }

  /** Sums the contributions of a vendor's orders and corrects their stored contributions. */
  private async orders(tx: Transaction, vendorId: VendorId) {
    const sum = new Map<CalendarDate, PerformanceFigures>();
    let [orders, corrected, after] = [0, 0, 0];
    for (;;) {
      const found = await this.sums.ordersOf(tx, vendorId, after, BATCH);
      for (const order of found) {
        for (const [day, part] of order.figures) add(sum, day, part);
        if (order.change.size === 0) continue;
        await this.sums.save(tx, vendorId, order);
        corrected += 1;
      }
      orders += found.length;
      after = found.at(-1)?.orderId ?? after;
      if (found.length < BATCH) return { sum, orders, corrected };
    }
  }
}

function byMonth(days: DailyFigures): DailyFigures {
  const months = new Map<CalendarDate, PerformanceFigures>();
  for (const [day, figures] of days) add(months, `${day.slice(0, 7)}-01`, figures);
  return months;
}

function together(a: RebuildReport, b: RebuildReport): RebuildReport {
  return {
    vendors: a.vendors + b.vendors,
    orders: a.orders + b.orders,
    ordersCorrected: a.ordersCorrected + b.ordersCorrected,
    periodsCorrected: a.periodsCorrected + b.periodsCorrected,
    scoresCorrected: a.scoresCorrected + b.scoresCorrected,
  };
}
