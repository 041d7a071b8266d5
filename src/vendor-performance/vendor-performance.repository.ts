import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../common/clock';
import type { Transaction } from '../database';
import { type DailyFigures, FIGURE_NAMES } from './domain/figures';
import { FACTS_OF_ORDER, FACTS_OF_VENDOR, type OrderFactsRow } from './order-facts';
import { figuresOf, IN_WINDOWS, WINDOW_SUMS, type WindowSumsRow, YEAR_SUMS } from './performance-windows';
import { COLUMNS, columnOf, type StoredFigures } from './stored-figures';

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
  /** Locks the vendor, then reads the facts, so that no other transaction changes what is derived from them meanwhile. */
  async lockAndRead(tx: Transaction, vendorId: number, orderId: number): Promise<OrderFactsRow | undefined> {
    const [, [row]] = await Promise.all([
      this.lock(tx, vendorId),
      tx.query<OrderFactsRow>(FACTS_OF_ORDER, [tx.tenantId, orderId]),
    ]);
    return row;
  }

  async lock(tx: Transaction, vendorId: number): Promise<void> {
    await tx.query('SELECT FROM vendors WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [tx.tenantId, vendorId]);
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
    return tx.query(
      `SELECT v.id AS vendor_id, v.performance_score AS score, w.year
         FROM (SELECT id, performance_score FROM vendors WHERE tenant_id = $1 AND id > $3 ORDER BY id LIMIT $4) v
        CROSS JOIN LATERAL (
          SELECT ${YEAR_SUMS} AS year FROM vendor_performance_periods p WHERE ${IN_WINDOWS} AND p.vendor_id = v.id) w
        ORDER BY v.id`,
      [tx.tenantId, today, after, count],
    );
  }

  /**
   * Keeps scores on their vendors. Their version does not rise: nobody's edit of a vendor is lost by it.
   * @returns how many of them were another before
   */
  async score(
    tx: Transaction,
    scores: readonly { readonly vendorId: number; readonly score: number }[],
  ): Promise<number> {
    if (scores.length === 0) return 0;
    const changed = await tx.query(
      `UPDATE vendors v SET performance_score = s.score
         FROM jsonb_to_recordset($2::jsonb) AS s ("vendorId" bigint, score int)
        WHERE v.tenant_id = $1 AND v.id = s."vendorId" AND v.performance_score <> s.score RETURNING v.id`,
      [tx.tenantId, JSON.stringify(scores)],
    );
    return changed.length;
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
