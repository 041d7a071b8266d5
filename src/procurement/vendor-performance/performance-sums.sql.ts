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

/** Sums of a vendor's figures over one window: numeric text by column name. */
type WindowSums = Readonly<Record<string, string>>;

export interface WindowSumsRow {
  readonly year: WindowSums;
  readonly quarter: WindowSums;
  readonly month: WindowSums;
}

/** A vendor's stored score and the sums of the last year from which it is computed. */
export interface StoredScore {
  readonly vendor_id: VendorId;
  readonly score: number;
  readonly year: WindowSums;
}

/** Length of the windows in days, including today. The score uses a year, the trends all three. */
const WINDOWS = { year: 365, quarter: 90, month: 30 } as const;

/** {@link WindowSums} over a number of days of the daily periods `p`. $2 is today. */
const sums = (days: number): string =>
  `json_build_object(${COLUMNS.map((column) => {
    // A line due today may still arrive, so it is not late yet.
    const until = column === 'lines_late' ? 'p.day < $2::date' : 'p.day <= $2::date';
    return `'${column}', (coalesce(sum(p.${column}) FILTER (WHERE p.day > $2::date - ${days} AND ${until}), 0))::text`;
  }).join(', ')})`;

/** The periods `p` in the longest window. Values: tenant, today. */
const IN_WINDOWS = `p.tenant_id = $1 AND p.grain = 'day' AND p.day > $2::date - ${WINDOWS.year} AND p.day <= $2::date`;

/** {@link WindowSumsRow}s of the vendors that a condition selects. */
const sumsOf = (vendors: string): string => `
SELECT p.vendor_id, ${sums(WINDOWS.year)} AS year, ${sums(WINDOWS.quarter)} AS quarter, ${sums(WINDOWS.month)} AS month
  FROM vendor_performance_periods p WHERE ${IN_WINDOWS} AND ${vendors} GROUP BY p.vendor_id`;

/** Vendor $3. */
const SUMS_OF_VENDOR = sumsOf('p.vendor_id = $3');
/** One row per vendor of $3 with figures. */
const SUMS_OF_VENDORS = sumsOf('p.vendor_id = ANY ($3::bigint[])');

/** {@link StoredScore}s of $4 vendors after id $3. $1 is the tenant, $2 today. */
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
 * Figures of vendors by day and month, and what each order adds. Raw SQL, because a write adds to counters in many
 * rows (docs/decisions/repositories-and-sql.md). For writes the caller must hold the lock on the vendor.
 */
@Injectable()
export class PerformanceSums {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Undefined for an unknown order. */
  async order(tx: Transaction, orderId: OrderId): Promise<OrderContribution | undefined> {
    const [row] = await tx.query<OrderFactsRow>(FACTS_OF_ORDER, [tx.tenantId, orderId]);
    return row && contribution(row);
  }

  /** Contributions of a vendor's orders that count now or counted before, by id after `after`. */
  async ordersOf(tx: Transaction, vendorId: VendorId, after: number, limit: number): Promise<OrderContribution[]> {
    const rows = await tx.query<OrderFactsRow>(FACTS_OF_VENDOR, [tx.tenantId, vendorId, after, limit]);
    return rows.map(contribution);
  }

  async save(tx: Transaction, vendorId: VendorId, { orderId, figures }: OrderContribution): Promise<void> {
    await tx.query(
      `INSERT INTO vendor_performance_orders AS s (tenant_id, purchase_order_id, vendor_id, figures)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant_id, purchase_order_id) DO UPDATE SET figures = EXCLUDED.figures`,
      [tx.tenantId, orderId, vendorId, JSON.stringify(storedFigures(figures))],
    );
  }

  async add(tx: Transaction, vendorId: VendorId, change: DailyFigures): Promise<void> {
    if (change.size === 0) return;
    await tx.query(ADD, [tx.tenantId, vendorId, JSON.stringify(rowsOf(change))]);
  }

  /** The vendor's stored figures by day, or by the first day of the month. */
  async periods(tx: Transaction, vendorId: VendorId, grain: 'day' | 'month'): Promise<DailyFigures> {
    const rows = await tx.query<{ readonly day: string } & Readonly<Record<string, string>>>(
      `SELECT day, ${COLUMNS.map((column) => `${column}::text AS ${column}`).join(', ')}
         FROM vendor_performance_periods WHERE tenant_id = $1 AND vendor_id = $2 AND grain = $3`,
      [tx.tenantId, vendorId, grain],
    );
    return new Map(rows.map((row) => [row.day, figuresOf(row)]));
  }

  async replace(tx: Transaction, vendorId: VendorId, figures: DailyFigures): Promise<void> {
    await tx.query('DELETE FROM vendor_performance_periods WHERE tenant_id = $1 AND vendor_id = $2', [
      tx.tenantId,
      vendorId,
    ]);
    await this.add(tx, vendorId, figures);
  }

  /** Sums of a vendor's figures over the windows that end `today`; undefined without figures. */
  async windowSums(scope: ReadScope, vendorId: VendorId, today: CalendarDate): Promise<WindowSumsRow | undefined> {
    const values = [tenantIdOf(scope), today, vendorId];
    const [[row]] = await this.unitOfWork.readShared<[WindowSumsRow]>(scope, query(SUMS_OF_VENDOR, values));
    return row;
  }

  /** The same for several vendors. Vendors without figures are absent. */
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

  /** Stored scores of vendors with their sums of the last year, by vendor id after `after`. */
  async yearSums(tx: Transaction, today: CalendarDate, after: number, count: number): Promise<StoredScore[]> {
    return tx.query(YEAR_SUMS, [tx.tenantId, today, after, count]);
  }
}

/** Amounts as text, which avoids rounding. */
function rowsOf(change: DailyFigures): object[] {
  return [...change].map(([day, figures]) => ({
    day,
    ...Object.fromEntries(FIGURE_NAMES.map((name) => [apiName(name), figures[name].toFixed()])),
  }));
}
