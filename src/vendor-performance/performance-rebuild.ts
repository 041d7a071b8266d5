import { Injectable } from '@nestjs/common';
import { type CalendarDate, Clock } from '../common/clock';
import { query, type Transaction, UnitOfWork } from '../database';
import { add, type DailyFigures, difference, type PerformanceFigures } from './domain/figures';
import { orderFigures } from './domain/order-figures';
import { orderFacts } from './order-facts';
import { performanceOf } from './performance-windows';
import { dailyFigures, storedFigures } from './stored-figures';
import { VendorPerformanceRepository } from './vendor-performance.repository';

const BATCH = 500;

/** What a rebuild looked at, and what of it was not as it should be. */
export interface RebuildReport {
  readonly vendors: number;
  readonly orders: number;
  /** Orders whose remembered figures were wrong. */
  readonly ordersCorrected: number;
  /** Days and months whose sums were wrong. */
  readonly periodsCorrected: number;
  readonly scoresCorrected: number;
}

const NOTHING: RebuildReport = { vendors: 0, orders: 0, ordersCorrected: 0, periodsCorrected: 0, scoresCorrected: 0 };

/**
 * Works vendors' performance out anew from orders, receipts and invoices, and puts right what differs. A report without
 * corrections is the proof that what is kept at write time equals a recomputation.
 */
@Injectable()
export class PerformanceRebuild {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly performance: VendorPerformanceRepository,
    private readonly clock: Clock,
  ) {}

  /** Every vendor of every tenant, one transaction each. */
  async all(): Promise<RebuildReport> {
    const tenants = await this.unitOfWork.unscoped<{ id: string }>(query('SELECT all_tenants() AS id'));
    let report = NOTHING;
    for (const { id } of tenants) {
      const [vendors] = await this.unitOfWork.read<[{ id: number }]>(
        id,
        query('SELECT id FROM vendors WHERE tenant_id = $1 ORDER BY id', [id]),
      );
      for (const vendor of vendors) {
        const part = await this.unitOfWork.run(id, (tx) => this.vendor(tx, vendor.id));
        report = together(report, part);
      }
    }
    return report;
  }

  private async vendor(tx: Transaction, vendorId: number): Promise<RebuildReport> {
    // Every change of a vendor's figures takes this lock first, so that nothing changes while we count.
    await this.performance.lock(tx, vendorId);
    const { orders, corrected: ordersCorrected, sum } = await this.orders(tx, vendorId);
    const stored = await this.performance.periods(tx, vendorId, 'day');
    const change = difference(stored, sum);
    const months = difference(await this.performance.periods(tx, vendorId, 'month'), byMonth(sum));
    if (change.size > 0 || months.size > 0) await this.performance.replace(tx, vendorId, sum);
    const score = performanceOf(
      await this.performance.windowSums(tx, vendorId, this.clock.today()),
      this.clock.now(),
    ).overallScore;
    const scoresCorrected = await this.performance.score(tx, [{ vendorId, score }]);
    return { vendors: 1, orders, ordersCorrected, periodsCorrected: change.size + months.size, scoresCorrected };
  }

  /** What the vendor's orders add, all together; what is remembered of each is put right. */
  private async orders(tx: Transaction, vendorId: number) {
    const sum = new Map<CalendarDate, PerformanceFigures>();
    let [orders, corrected, after] = [0, 0, 0];
    for (;;) {
      const rows = await this.performance.ordersOf(tx, vendorId, after, BATCH);
      for (const row of rows) {
        const figures = orderFigures(orderFacts(row));
        for (const [day, part] of figures) add(sum, day, part);
        if (difference(dailyFigures(row.stored), figures).size === 0) continue;
        await this.performance.keep(tx, { orderId: row.id, vendorId, figures: storedFigures(figures) });
        corrected += 1;
      }
      orders += rows.length;
      after = rows.at(-1)?.id ?? after;
      if (rows.length < BATCH) return { sum, orders, corrected };
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
