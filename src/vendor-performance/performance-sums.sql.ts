import { apiName } from '../common/records/changes';
import { Injectable } from '@nestjs/common';
import type { OrderId, VendorId } from '../common/records/ids';
import type { CalendarDate } from '../common/clock';
import { query, type ReadScope, tenantIdOf, type Transaction, UnitOfWork } from '../database';
import { type DailyFigures, FIGURE_NAMES } from './domain/figures';
import { FACTS_OF_ORDER, FACTS_OF_VENDOR, type OrderFactsRow } from './order-facts.sql';
import { figuresOf, IN_WINDOWS, WINDOW_SUMS, type WindowSumsRow, YEAR_SUMS } from './performance-windows';
import { COLUMNS, type StoredFigures } from './stored-figures';

/** What an order adds to its vendor's figures. */
export interface OrderRecord {
  readonly orderId: OrderId;
  readonly vendorId: VendorId;
  readonly figures: StoredFigures;
}

/** A vendor's stored score, and the sums of the last year that it should follow from, as in {@link WindowSumsRow}. */
export interface KeptScore {
  readonly vendor_id: VendorId;
  readonly score: number;
  readonly year: WindowSumsRow['year'];
}

/**
 * The figures of vendors by day and month, and what each order adds to them. Counters of many rows, hence SQL by hand
 * (docs/decisions/repositories-and-sql.md). Whoever changes a vendor's figures holds the lock on the vendor.
 */
@Injectable()
export class PerformanceSums {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The facts of one order; undefined when there is no such order. */
  async orderFacts(tx: Transaction, orderId: OrderId): Promise<OrderFactsRow | undefined> {
    const [row] = await tx.query<OrderFactsRow>(FACTS_OF_ORDER, [tx.tenantId, orderId]);
    return row;
  }

  /**
   * The facts of a vendor's orders that count or did count, by id.
   * @param after id of the order before the first one returned
   * @param limit orders at most
   */
  async ordersOf(tx: Transaction, vendorId: VendorId, after: number, limit: number): Promise<OrderFactsRow[]> {
    return tx.query<OrderFactsRow>(FACTS_OF_VENDOR, [tx.tenantId, vendorId, after, limit]);
  }

  /** Stores what an order adds, in place of what it added before. */
  async keep(tx: Transaction, { orderId, vendorId, figures }: OrderRecord): Promise<void> {
    await tx.query(
      `INSERT INTO vendor_performance_orders AS s (tenant_id, purchase_order_id, vendor_id, figures)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant_id, purchase_order_id) DO UPDATE SET figures = EXCLUDED.figures`,
      [tx.tenantId, orderId, vendorId, JSON.stringify(figures)],
    );
  }

  /** Adds figures to the vendor's days and to their months. */
  async add(tx: Transaction, vendorId: VendorId, change: DailyFigures): Promise<void> {
    if (change.size === 0) return;
    await tx.query(ADD, [tx.tenantId, vendorId, JSON.stringify(rowsOf(change))]);
  }

  /** The vendor's stored figures by day, or by the first day of each month. */
  async periods(tx: Transaction, vendorId: VendorId, grain: 'day' | 'month'): Promise<DailyFigures> {
    const rows = await tx.query<{ readonly day: string } & Readonly<Record<string, string>>>(
      `SELECT day, ${COLUMNS.map((column) => `${column}::text AS ${column}`).join(', ')}
         FROM vendor_performance_periods WHERE tenant_id = $1 AND vendor_id = $2 AND grain = $3`,
      [tx.tenantId, vendorId, grain],
    );
    return new Map(rows.map((row) => [row.day, figuresOf(row)]));
  }

  /** Replaces all stored figures of a vendor. */
  async replace(tx: Transaction, vendorId: VendorId, figures: DailyFigures): Promise<void> {
    await tx.query('DELETE FROM vendor_performance_periods WHERE tenant_id = $1 AND vendor_id = $2', [
      tx.tenantId,
      vendorId,
    ]);
    await this.add(tx, vendorId, figures);
  }

  /** The sums of a vendor's figures over the windows that end on `today`; undefined when it has no figures in them. */
  async windowSums(scope: ReadScope, vendorId: VendorId, today: CalendarDate): Promise<WindowSumsRow | undefined> {
    const values = [tenantIdOf(scope), today, vendorId];
    const [[row]] = await this.unitOfWork.readShared<[WindowSumsRow]>(scope, query(SUMS_OF_VENDOR, values));
    return row;
  }

  /**
   * The stored scores of vendors and their sums of the last year, by id of the vendor.
   * @param after id of the vendor before the first one returned
   * @param count vendors at most
   */
  async yearSums(tx: Transaction, today: CalendarDate, after: number, count: number): Promise<KeptScore[]> {
    return tx.query(
      `SELECT v.id AS vendor_id, v.performance_score AS score, w.year
         FROM (SELECT id, performance_score FROM vendors WHERE tenant_id = $1 AND id > $3 ORDER BY id LIMIT $4) v
        CROSS JOIN LATERAL (
          SELECT ${YEAR_SUMS} AS year FROM vendor_performance_periods p WHERE ${IN_WINDOWS} AND p.vendor_id = v.id) w
        ORDER BY v.id`,
      [tx.tenantId, today, after, count],
    );
  }
}

/** One {@link WindowSumsRow}, of vendor $3. */
const SUMS_OF_VENDOR = `SELECT ${WINDOW_SUMS} FROM vendor_performance_periods p
 WHERE ${IN_WINDOWS} AND p.vendor_id = $3 GROUP BY p.vendor_id`;

const PLAIN = COLUMNS.join(', ');

const ADD = `
INSERT INTO vendor_performance_periods AS p (tenant_id, vendor_id, grain, day, ${PLAIN})
SELECT $1, $2, g.grain, date_trunc(g.grain, c.day)::date AS start, ${COLUMNS.map((column) => `sum(c.${column})`).join(', ')}
  FROM jsonb_to_recordset($3::jsonb) AS c (day timestamp, ${COLUMNS.map((column) => `${column} numeric`).join(', ')})
 CROSS JOIN (VALUES ('day'), ('month')) AS g (grain)
 GROUP BY g.grain, start
ON CONFLICT (tenant_id, vendor_id, grain, day) DO UPDATE
   SET ${COLUMNS.map((column) => `${column} = p.${column} + EXCLUDED.${column}`).join(', ')}`;

/** Figures as rows of columns, amounts as text: a number could lose digits. */
function rowsOf(change: DailyFigures): object[] {
  return [...change].map(([day, figures]) => ({
    day,
    ...Object.fromEntries(FIGURE_NAMES.map((name) => [apiName(name), figures[name].toFixed()])),
  }));
}
