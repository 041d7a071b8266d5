import type { PageRequest } from '../../common/page';
import { type Query, query } from '../../database';
import { COLUMNS } from '../../vendor-performance';
import type { Period } from '../domain/period';
import { figureRanges, opposite } from '../../figures/domain/ranges';
import { columnsOf } from '../../figures/figures.sql';
import { LATE, type PerformanceDays } from './performance-days';
import type { PerformanceFilter } from './performance-summary.sql';

/** Fields the list can be sorted by, with their columns; the first is the default. */
export const VENDOR_SORTS = {
  performance_score: 'v.performance_score',
  name: 'v.name',
  total_orders: 'v.total_orders',
  total_spend: 'v.total_spend',
  id: 'v.id',
} as const;
export type VendorSort = keyof typeof VENDOR_SORTS;

/** A vendor with the sums of its figures over the period, as numeric text. */
export interface VendorFiguresRow {
  readonly id: number;
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
 * The sums of vendor `v` as one JSON object. What is late is summed up from the same rows as everything else; ranges
 * that only take some of it off again are left out of the rest. A sign is changed sooner than multiplied with.
 */
const SUMS = `(
  SELECT json_build_object(${COLUMNS.map((column) => `'${column}', coalesce(sum(CASE r.sign WHEN 1 THEN p.${column} ELSE -p.${column} END)${column === LATE ? '' : ' FILTER (WHERE NOT r.late)'}, 0)::text`).join(', ')})
    FROM unnest($2::text[], $3::date[], $4::date[], $5::int[], $6::boolean[]) AS r (grain, first, last, sign, late)
   CROSS JOIN LATERAL (
     SELECT ${COLUMNS.join(', ')} FROM vendor_performance_periods
      WHERE tenant_id = $1 AND vendor_id = v.id AND grain = r.grain AND day BETWEEN r.first AND r.last
     OFFSET 0) p)`;

/**
 * A page of {@link VendorFiguresRow}s. A filter that was not asked for is not in the text: with one that may be anything the
 * plan that is kept sorts all vendors of a tenant for fifteen of them.
 */
export function vendorsQuery(
  tenantId: string,
  { all, today }: PerformanceDays,
  { category, vendorId }: PerformanceFilter,
  { page, perPage, sort, order }: PageRequest,
): Query {
  const ranges = (period: Period, now?: string) =>
    figureRanges(period, { coarsest: 'month', ...(now !== undefined && { today: now }) });
  const figures = ranges(all, today);
  // What is due from today on is not late yet: it is taken off again, of what is late alone.
  const early = ranges({ from: all.from > today ? all.from : today, to: all.to }).map((range) => opposite(range));
  const flags = [...figures.map(() => false), ...early.map(() => true)];
  const values: unknown[] = [tenantId, ...columnsOf([...figures, ...early]), flags];
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
