import { addDays, type CalendarDate, type Period } from '../../common/clock';
import type { PageRequest } from '../../common/page';
import type { TenantId, VendorId } from '../../common/records/ids';
import { type Query, query } from '../../database';
import { figureRanges, opposite, rangeColumns } from '../../figures';
import { COLUMNS } from '../../vendor-performance';

/** Which vendors the report is about. */
export interface PerformanceFilter {
  readonly category?: string | undefined;
  readonly vendorId?: VendorId | undefined;
}

/** The figure that counts up to yesterday: a line that is due today may still arrive. */
export const LATE = 'lines_late';

/** The days on which figures of performance count. */
export interface PerformanceDays {
  /** For every figure but {@link LATE}: the period of the report. */
  readonly all: Period;
  /** For {@link LATE}: the period up to yesterday. `to` lies before `from` when there are none. */
  readonly late: Period;
  readonly today: CalendarDate;
}

/** The days on which figures count in a report over a period. */
export function performanceDays(period: Period, today: CalendarDate): PerformanceDays {
  const yesterday = addDays(today, -1);
  return { all: period, late: { from: period.from, to: period.to < yesterday ? period.to : yesterday }, today };
}

/** Fields by which the report can be sorted, with their columns; the first is the default. */
export const VENDOR_SORTS = {
  performance_score: 'v.performance_score',
  name: 'v.name',
  total_orders: 'v.total_orders',
  total_spend: 'v.total_spend',
  id: 'v.id',
} as const;
export type VendorSort = keyof typeof VENDOR_SORTS;

/** A vendor with the sums of its performance figures over the period: numeric text by the name of the column. */
export interface VendorFiguresRow {
  readonly id: VendorId;
  readonly name: string;
  readonly category: string | null;
  readonly status: string;
  readonly performance_score: number;
  readonly total_orders: number;
  readonly total_spend: string;
  readonly currency: string;
  readonly sums: Readonly<Record<string, string>>;
}

/**
 * The sums of vendor `v` over ranges as one JSON object. Late lines are summed from the same rows as the other figures; the
 * ranges marked `late` subtract those of today and later, and count for late lines alone. CASE negates faster than a
 * multiplication by the sign does.
 */
const SUMS = `(
  SELECT json_build_object(${COLUMNS.map((column) => `'${column}', coalesce(sum(CASE r.sign WHEN 1 THEN p.${column} ELSE -p.${column} END)${column === LATE ? '' : ' FILTER (WHERE NOT r.late)'}, 0)::text`).join(', ')})
    FROM unnest($2::text[], $3::date[], $4::date[], $5::int[], $6::boolean[]) AS r (grain, first, last, sign, late)
   CROSS JOIN LATERAL (
     SELECT ${COLUMNS.join(', ')} FROM vendor_performance_periods
      WHERE tenant_id = $1 AND vendor_id = v.id AND grain = r.grain AND day BETWEEN r.first AND r.last
     OFFSET 0) p)`;

/**
 * Query of a page of {@link VendorFiguresRow}s. The text holds only the filters that are given: for a text with optional
 * filters PostgreSQL keeps a plan that sorts all vendors of a tenant to answer fifteen.
 */
export function vendorsQuery(
  tenantId: TenantId,
  { all, today }: PerformanceDays,
  { category, vendorId }: PerformanceFilter,
  { page, perPage, sort, order }: PageRequest,
): Query {
  const ranges = (period: Period, now?: string) =>
    figureRanges(period, { coarsest: 'month', ...(now !== undefined && { today: now }) });
  const figures = ranges(all, today);
  // Lines due today or later are not late yet: subtracted from the late ones alone.
  const early = ranges({ from: all.from > today ? all.from : today, to: all.to }).map((range) => opposite(range));
  const flags = [...figures.map(() => false), ...early.map(() => true)];
  const values: unknown[] = [tenantId, ...rangeColumns([...figures, ...early]), flags];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [
    'v.tenant_id = $1',
    ...(category === undefined ? [] : [`v.category = ${place(category)}`]),
    ...(vendorId === undefined ? [] : [`v.id = ${place(vendorId)}`]),
  ];
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const sorted =
    sort === 'id' ? `v.id ${direction}` : `${VENDOR_SORTS[sort as VendorSort]} ${direction}, v.id ${direction}`;
  const text = `
SELECT v.id, v.name, v.category, CASE v.status WHEN 'blacklisted' THEN 'blocked' ELSE v.status END AS status,
       v.performance_score, v.total_orders, v.total_spend,
       coalesce(v.currency, (SELECT t.currency FROM tenants t WHERE t.id = $1)) AS currency,
       ${SUMS} AS sums
  FROM (SELECT v.* FROM vendors v WHERE ${conditions.join(' AND ')}
         ORDER BY ${sorted} LIMIT ${place(perPage)} OFFSET ${place((page - 1) * perPage)}) v
 ORDER BY ${sorted}`;
  return query(text, values);
}
