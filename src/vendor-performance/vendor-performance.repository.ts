import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../common/clock';
import type { Transaction } from '../database';
import { type DailyFigures, FIGURE_NAMES } from './domain/figures';
import { figuresOf, IN_WINDOWS, WINDOW_SUMS, type WindowSumsRow } from './performance-windows';
import { COLUMNS, columnOf, type StoredFigures } from './stored-figures';
import { FACTS_OF_ORDER, FACTS_OF_VENDOR, KEPT_SCORES, type OrderFactsRow } from './vendor-performance.sql';

/** What an order adds to its vendor's performance now. */
export interface OrderRecord {
  readonly orderId: number;
  readonly vendorId: number;
  readonly figures: StoredFigures;
}

/** A vendor's score as it is kept, and what it ought to follow from: sums as of {@link WindowSumsRow}. */
export interface KeptScore {
  readonly vendor_id: number;
  readonly score: number;
  readonly year: WindowSumsRow['year'];
}

/** Performance of the transaction's vendors. Who changes any of a vendor's holds the lock on the vendor. */
@Injectable()
export class VendorPerformanceRepository {
  /** The facts of an order; undefined when there is no such order. */
  async facts(tx: Transaction, orderId: number): Promise<OrderFactsRow | undefined> {
    const [row] = await tx.query<OrderFactsRow>(FACTS_OF_ORDER, [tx.tenantId, orderId]);
    return row;
  }

  /** The facts of a vendor's next orders after one, in the order of their ids. */
  async ordersOf(tx: Transaction, vendorId: number, after: number, limit: number): Promise<OrderFactsRow[]> {
    return tx.query<OrderFactsRow>(FACTS_OF_VENDOR, [tx.tenantId, vendorId, after, limit]);
  }

  /** Remembers what an order adds. */
  async keep(tx: Transaction, { orderId, vendorId, figures }: OrderRecord): Promise<void> {
    await tx.query(
      `INSERT INTO vendor_performance_orders AS s (tenant_id, purchase_order_id, vendor_id, figures)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant_id, purchase_order_id) DO UPDATE SET figures = EXCLUDED.figures`,
      [tx.tenantId, orderId, vendorId, JSON.stringify(figures)],
    );
  }

  /** Adds to the vendor's days, and to the months they lie in. */
  async add(tx: Transaction, vendorId: number, change: DailyFigures): Promise<void> {
    if (change.size === 0) return;
    await tx.query(ADD, [tx.tenantId, vendorId, JSON.stringify(rowsOf(change))]);
  }

  /** The vendor's figures as they are kept, by day or by month. */
  async periods(tx: Transaction, vendorId: number, grain: 'day' | 'month'): Promise<DailyFigures> {
    const rows = await tx.query<{ readonly day: string } & Readonly<Record<string, string>>>(
      `SELECT day, ${COLUMNS.map((column) => `${column}::text AS ${column}`).join(', ')}
         FROM vendor_performance_periods WHERE tenant_id = $1 AND vendor_id = $2 AND grain = $3`,
      [tx.tenantId, vendorId, grain],
    );
    return new Map(rows.map((row) => [row.day, figuresOf(row)]));
  }

  /** Puts other figures in the place of all that are kept of a vendor. */
  async replace(tx: Transaction, vendorId: number, figures: DailyFigures): Promise<void> {
    await tx.query('DELETE FROM vendor_performance_periods WHERE tenant_id = $1 AND vendor_id = $2', [
      tx.tenantId,
      vendorId,
    ]);
    await this.add(tx, vendorId, figures);
  }

  /** The sums of a vendor's figures over each window that ends today. */
  async windowSums(tx: Transaction, vendorId: number, today: CalendarDate): Promise<WindowSumsRow | undefined> {
    const [row] = await tx.query<WindowSumsRow>(
      `SELECT ${WINDOW_SUMS} FROM vendor_performance_periods p WHERE ${IN_WINDOWS} AND p.vendor_id = $3 GROUP BY p.vendor_id`,
      [tx.tenantId, today, vendorId],
    );
    return row;
  }

  /**
   * The score kept and the sums of the last year, of the next vendors by their id.
   * @param after id of the vendor before the first
   */
  async yearSums(tx: Transaction, today: CalendarDate, after: number, count: number): Promise<KeptScore[]> {
    return tx.query(KEPT_SCORES, [tx.tenantId, today, after, count]);
  }
}

const PLAIN = COLUMNS.join(', ');

const ADD = `
INSERT INTO vendor_performance_periods AS p (tenant_id, vendor_id, grain, day, ${PLAIN})
SELECT $1, $2, g.grain, date_trunc(g.grain, c.day)::date AS start, ${COLUMNS.map((column) => `sum(c.${column})`).join(', ')}
  FROM jsonb_to_recordset($3::jsonb) AS c (day timestamp, ${COLUMNS.map((column) => `${column} numeric`).join(', ')})
 CROSS JOIN (VALUES ('day'), ('month')) AS g (grain)
 GROUP BY g.grain, start
ON CONFLICT (tenant_id, vendor_id, grain, day) DO UPDATE
   SET ${COLUMNS.map((column) => `${column} = p.${column} + EXCLUDED.${column}`).join(', ')}`;

function rowsOf(change: DailyFigures): object[] {
  return [...change].map(([day, figures]) => ({
    day,
    ...Object.fromEntries(FIGURE_NAMES.map((name) => [columnOf(name), figures[name].toFixed()])),
  }));
}
