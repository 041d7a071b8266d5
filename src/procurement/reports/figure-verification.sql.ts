import { Injectable } from '@nestjs/common';
import type { TenantId } from '../../common/records/ids';
import { query, type TenantWalk, UnitOfWork, type Walked, walkTenants } from '../../platform/database';
import { categoryKey } from '../figures';

/** Sums millions of rows in memory instead of on disk, which at least halves the time for a large tenant. */
const MEMORY_FOR_SUMS = `SELECT set_config('work_mem', '128MB', true), set_config('enable_sort', 'off', true)`;

/** Figures derived from one table. */
interface Family {
  /** SELECT that recounts them, as rows of (measure, key, day, currency, count, amount). */
  readonly counted: string;
  /** Condition on `measure` that selects only these figures. */
  readonly measures: string;
  /** SELECT over the recounted rows of the figures that are stored: the rows, or their sums by category. */
  readonly derived: string;
}

const counted = (table: string, what: string, currency: string, join = ''): string => `
  SELECT f.measure, coalesce(f.key, '') AS key, f.day, ${currency} AS currency, f.count, f.amount
    FROM ${table} r ${join} CROSS JOIN LATERAL report_${what}_figures(r) f WHERE r.tenant_id = $1`;

/** Entries that are not folded yet, subtracted. */
const waiting = (measures: string): string => `
  SELECT e.measure, e.key, e.day, e.currency, -e.count AS count, -e.amount AS amount
    FROM report_entries e WHERE e.tenant_id = $1 AND ${measures}`;

/** Figures by vendor, summed by the `counted_category` of each vendor. */
const byCategory = (rows: string): string => `
  SELECT replace(e.measure, '.vendor', '.category') AS measure, ${categoryKey('v.counted_category')} AS key, e.day, e.currency,
         sum(e.count) AS count, sum(e.amount) AS amount
    FROM ${rows} e LEFT JOIN vendors v ON v.tenant_id = $1 AND v.id = e.key::bigint
   WHERE e.measure LIKE '%.vendor' GROUP BY 1, 2, 3, 4`;

/** Vendor performance is stored for all vendors and by category, not by vendor. */
const OF_PERFORMANCE = `${byCategory('counted')}
  UNION ALL
  SELECT replace(measure, '.vendor', ''), '', day, currency, sum(count), sum(amount) FROM counted GROUP BY 1, 3, 4`;

const AS_COUNTED = 'SELECT * FROM counted';
const WITH_CATEGORIES = `${AS_COUNTED} UNION ALL ${byCategory('counted')}`;

const OTHERS: readonly Family[] = [
  {
    counted: counted('invoices', 'invoice', 'r.currency'),
    measures: `measure LIKE ANY ('{invoice%,match%,exceptions}')`,
    derived: WITH_CATEGORIES,
  },
  {
    counted: counted(
      'payments',
      'payment',
      'i.currency',
      'JOIN invoices i ON i.tenant_id = r.tenant_id AND i.id = r.invoice_id',
    ),
    measures: `measure LIKE 'paid%'`,
    derived: WITH_CATEGORIES,
  },
  { counted: counted('vendors', 'vendor', `''`), measures: `measure LIKE 'vendor_list%'`, derived: AS_COUNTED },
  {
    counted: counted('vendor_performance_periods', 'performance', `''`),
    measures: `measure LIKE 'performance.%'`,
    derived: OF_PERFORMANCE,
  },
];

/** All other measures. A measure without a table is included and reported as a difference. */
const ORDERS: Family = {
  counted: counted('purchase_orders', 'order', 'r.currency'),
  measures: OTHERS.map(({ measures }) => `NOT ${measures}`).join(' AND '),
  derived: WITH_CATEGORIES,
};

/**
 * Statements that return all figures of a tenant that differ from a recount. There is one statement per source table,
 * so that figures and recount belong to the same moment. Each recounts its table by day, subtracts unfolded entries,
 * sums days to months and years, and compares all three with `report_figures`. Days are summed before the lookup of
 * categories, because there are fewer days than rows.
 * Value: tenant.
 */
const FIGURE_DIFFERENCES: readonly string[] = [ORDERS, ...OTHERS].map(
  ({ counted: rows, measures, derived }) => `
WITH counted AS MATERIALIZED (
  SELECT measure, key, day, currency, sum(count) AS count, sum(amount) AS amount
    FROM (${rows} UNION ALL ${waiting(measures)}) every GROUP BY 1, 2, 3, 4
), compared AS (
  SELECT g.grain, d.measure, d.key, date_trunc(g.grain, d.day::timestamp)::date AS day, d.currency,
         0 AS kept_count, 0 AS kept_amount, d.count, d.amount
    FROM (${derived}) d CROSS JOIN (VALUES ('day'), ('month'), ('year')) AS g (grain)
  UNION ALL
  SELECT grain, measure, key, day, currency, count, amount, 0, 0 FROM report_figures WHERE tenant_id = $1 AND ${measures}
), differing AS MATERIALIZED (
  SELECT grain, measure, key, day, currency, sum(kept_count) AS kept_count, sum(count) AS count,
         sum(kept_amount) AS kept_amount, sum(amount) AS amount
    FROM compared GROUP BY grain, measure, key, day, currency
  HAVING sum(kept_count) <> sum(count) OR sum(kept_amount) <> sum(amount)
)
SELECT grain, measure, key, day::text AS day, currency, kept_count::text, count::text, kept_amount::text, amount::text
  FROM differing ORDER BY measure, key, differing.day, grain, currency`,
);

/** A report figure that differs from a recount. Counts and amounts are exact decimals as text. */
interface FigureDifference {
  readonly tenant_id: TenantId;
  readonly grain: string;
  readonly measure: string;
  readonly key: string;
  readonly day: string;
  readonly currency: string;
  /** As stored in `report_figures`. */
  readonly kept_count: string;
  readonly kept_amount: string;
  /** As recounted, less the entries not folded yet. */
  readonly count: string;
  readonly amount: string;
}

@Injectable()
export class FigureVerification {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Recounts every figure of every tenant. @returns the number of tenants and all differences */
  async all(walk: TenantWalk = {}): Promise<Walked & { readonly differences: readonly FigureDifference[] }> {
    const differences: FigureDifference[] = [];
    const walked = await walkTenants(this.unitOfWork, walk, async (id) => {
      for (const differing of FIGURE_DIFFERENCES) {
        const [, found] = await this.unitOfWork.read<[unknown, Omit<FigureDifference, 'tenant_id'>]>(
          id,
          query(MEMORY_FOR_SUMS),
          query(differing, [id]),
        );
        differences.push(...found.map((difference) => ({ tenant_id: id, ...difference })));
      }
    });
    return { ...walked, differences };
  }
}
