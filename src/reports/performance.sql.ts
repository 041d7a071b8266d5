import { COLUMNS } from '../vendor-performance';
import type { Period } from './domain/period';
import { figureRanges } from './domain/ranges';
import { columnsOf } from './figures.sql';
import { LATE, type PerformanceDays } from './performance-days';

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

/** The sums of vendor `v` as one JSON object: the ranges of what is late beside those of everything else. */
const SUMS = `(
  SELECT json_build_object(${COLUMNS.map((column) => `'${column}', coalesce(sum(r.sign * p.${column}) FILTER (WHERE ${column === LATE ? '' : 'NOT '}r.late), 0)::text`).join(', ')})
    FROM unnest($2::text[], $3::date[], $4::date[], $5::int[], $6::boolean[]) AS r (grain, first, last, sign, late)
   CROSS JOIN LATERAL (
     SELECT ${COLUMNS.join(', ')} FROM vendor_performance_periods
      WHERE tenant_id = $1 AND vendor_id = v.id AND grain = r.grain AND day BETWEEN r.first AND r.last
     OFFSET 0) p)`;

/** The first values of {@link vendorsSql}. */
export function vendorsValues(tenantId: string, { all, late, today }: PerformanceDays): unknown[] {
  const ranges = (period: Period, now?: string) =>
    figureRanges(period, { coarsest: 'month', ...(now !== undefined && { today: now }) });
  const [others, lates] = [ranges(all, today), ranges(late)];
  const flags = [...others.map(() => false), ...lates.map(() => true)];
  return [tenantId, ...columnsOf([...others, ...lates]), flags];
}

/** A page of {@link VendorFiguresRow}s. Values: those of {@link vendorsValues}, category, vendor, limit, offset. */
export function vendorsSql(sort: VendorSort, order: 'asc' | 'desc'): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const sorted = sort === 'id' ? `v.id ${direction}` : `${VENDOR_SORTS[sort]} ${direction}, v.id ${direction}`;
  return `
SELECT v.id, v.name, v.category, CASE v.status WHEN 'blacklisted' THEN 'blocked' ELSE v.status END AS status,
       v.performance_score, v.total_orders, v.total_spend,
       coalesce(v.currency, (SELECT t.currency FROM tenants t WHERE t.id = $1)) AS currency,
       ${SUMS} AS sums
  FROM (SELECT v.* FROM vendors v
         WHERE v.tenant_id = $1 AND ($7::text IS NULL OR v.category = $7) AND ($8::bigint IS NULL OR v.id = $8)
         ORDER BY ${sorted} LIMIT $9 OFFSET $10) v
 ORDER BY ${sorted}`;
}
