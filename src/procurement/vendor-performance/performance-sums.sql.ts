import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../common/clock';
import { apiName } from '../../common/records/changes';
import type { OrderId, VendorId } from '../../common/records/ids';
import { query, type ReadScope, tenantIdOf, type Transaction, UnitOfWork } from '../../platform/database';
import { COLUMNS, type DailyFigures, FIGURE_NAMES, figuresOf } from './domain/figures';
import {
  contribution,
  FACTS_OF_ORDER,
  FACTS_OF_VENDOR,
  type OrderContribution,
  type OrderFactsRow,
  storedFigures,
} from './order-facts.sql';

/** The sums of a vendor's figures over one window: numeric text by the name of the column. */
type WindowSums = Readonly<Record<string, string>>;

/** The sums over each window: a year, a quarter and a month. */
export interface WindowSumsRow {
  readonly year: WindowSums;
  readonly quarter: WindowSums;
  readonly month: WindowSums;
}

/** A vendor's stored score, and the sums of the last year that it should follow from. */
export interface KeptScore {
  readonly vendor_id: VendorId;
  readonly score: number;
  readonly year: WindowSums;
}

/** Days, up to and with today, that scores are computed over: a year for the score itself, all three for the trends. */
const WINDOWS = { year: 365, quarter: 90, month: 30 } as const;

/** {@link WindowSums} over so many days of the daily periods `p`. $2 is today. */
const sums = (days: number): string =>
  `json_build_object(${COLUMNS.map((column) => {
    // A line is late once the day on which it is due has passed: today it may still arrive.
    const until = column === 'lines_late' ? 'p.day < $2::date' : 'p.day <= $2::date';
    return `'${column}', (coalesce(sum(p.${column}) FILTER (WHERE p.day > $2::date - ${days} AND ${until}), 0))::text`;
  }).join(', ')})`;

/** Condition on the periods `p` that lie in the longest window. $1 is the tenant, $2 today. */
const IN_WINDOWS = `p.tenant_id = $1 AND p.grain = 'day' AND p.day > $2::date - ${WINDOWS.year} AND p.day <= $2::date`;

/** {@link WindowSumsRow}s, of vendors that a condition names. */
const sumsOf = (vendors: string): string => `
SELECT p.vendor_id, ${sums(WINDOWS.year)} AS year, ${sums(WINDOWS.quarter)} AS quarter, ${sums(WINDOWS.month)} AS month
  FROM vendor_performance_periods p WHERE ${IN_WINDOWS} AND ${vendors} GROUP BY p.vendor_id`;

/** One row, of vendor $3. */
const SUMS_OF_VENDOR = sumsOf('p.vendor_id = $3');
/** A row for each of the vendors $3 that has figures. */
const SUMS_OF_VENDORS = sumsOf('p.vendor_id = ANY ($3::bigint[])');

/** {@link KeptScore}s of $4 vendors after the id $3. $1 is the tenant, $2 today. */
const YEAR_SUMS = `SELECT v.id AS vendor_id, v.performance_score AS score, w.year
   FROM (SELECT id, performance_score FROM vendors WHERE tenant_id = $1 AND id > $3 ORDER BY id LIMIT $4) v
  CROSS JOIN LATERAL (
    SELECT ${sums(WINDOWS.year)} AS year FROM vendor_performance_periods p WHERE ${IN_WINDOWS} AND p.vendor_id = v.id) w
  ORDER BY v.id`;

const ADD = `
INSERT INTO vendor_performance_periods AS p (tenant_id, vendor_id, grain, day, ${COLUMNS.join(', ')})
SELECT $1, $2, g.grain, date_trunc(g.grain, c.day)::date AS start, ${COLUMNS.map((column) => `sum(c.${column})`).join(', ')}
  FROM jsonb_to_recordset($3::jsonb) AS c (day timestamp, ${COLUMNS.map((column) => `${column} numeric`).join(', ')})
 CROSS JOIN (VALUES ('day'), ('month')) AS g (grain)
 GROUP BY g.grain, start
ON CONFLICT (tenant_id, vendor_id, grain, day) DO UPDATE
   SET ${COLUMNS.map((column) => `${column} = p.${column} + EXCLUDED.${column}`).join(', ')}`;

/**
 * The figures of vendors by day and month, and what each order adds to them. Counters of many rows, hence SQL by hand
 * (docs/decisions/repositories-and-sql.md). Whoever changes a vendor's figures holds the lock on the vendor.
 */
@Injectable()
export class PerformanceSums {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The contribution of one order; undefined when there is no such order. */
  async order(tx: Transaction, orderId: OrderId): Promise<OrderContribution | undefined> {
    const [row] = await tx.query<OrderFactsRow>(FACTS_OF_ORDER, [tx.tenantId, orderId]);
    return row && contribution(row);
  }

  /**
   * The contributions of a vendor's orders that count or did count, by id.
   * @param after id of the order before the first one returned
   * @param limit orders at most
   */
  async ordersOf(tx: Transaction, vendorId: VendorId, after: number, limit: number): Promise<OrderContribution[]> {
    const rows = await tx.query<OrderFactsRow>(FACTS_OF_VENDOR, [tx.tenantId, vendorId, after, limit]);
    return rows.map(contribution);
  }

  /** Stores what an order adds, in place of what it added before. */
  async keep(tx: Transaction, vendorId: VendorId, { orderId, figures }: OrderContribution): Promise<void> {
    await tx.query(
      `INSERT INTO vendor_performance_orders AS s (tenant_id, purchase_order_id, vendor_id, figures)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant_id, purchase_order_id) DO UPDATE SET figures = EXCLUDED.figures`,
      [tx.tenantId, orderId, vendorId, JSON.stringify(storedFigures(figures))],
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

  /** The same of several vendors, by the id of each that has figures. */
  async windowSumsOf(
    scope: ReadScope,
    vendorIds: readonly VendorId[],
    today: CalendarDate,
  ): Promise<ReadonlyMap<VendorId, WindowSumsRow>> {
    const values = [tenantIdOf(scope), today, vendorIds];
    const [rows] = await this.unitOfWork.read<[WindowSumsRow & { vendor_id: VendorId }]>(
      scope,
      query(SUMS_OF_VENDORS, values),
    );
    return new Map(rows.map(({ vendor_id, ...sums }) => [vendor_id, sums]));
  }

  /**
   * The stored scores of vendors and their sums of the last year, by id of the vendor.
   * @param after id of the vendor before the first one returned
   * @param count vendors at most
   */
  async yearSums(tx: Transaction, today: CalendarDate, after: number, count: number): Promise<KeptScore[]> {
    return tx.query(YEAR_SUMS, [tx.tenantId, today, after, count]);
  }
}

/** Figures as rows of columns, amounts as text: a number could lose digits. */
function rowsOf(change: DailyFigures): object[] {
  return [...change].map(([day, figures]) => ({
    day,
    ...Object.fromEntries(FIGURE_NAMES.map((name) => [apiName(name), figures[name].toFixed()])),
  }));
}
