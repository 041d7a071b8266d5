import { type Query, query, totalQuery } from '../../database';
import { COLUMNS } from '../../vendor-performance';
import { categoryKey, MOVED } from '../category-figures.sql';
import { figureRanges } from '../../figures/domain/ranges';
import type { Period } from '../domain/period';
import { columnsOf, figureValues, folded, RANGES } from '../../figures/figures.sql';
import { LATE, type PerformanceDays } from './performance-days';

/** Which vendors the report is about. */
export interface PerformanceFilter {
  readonly category?: string | undefined;
  readonly vendorId?: number | undefined;
}

/** A figure of all vendors of the report together; the amount is numeric text. */
export interface SumRow {
  readonly name: string;
  readonly amount: string;
}

/** Sums of {@link SumRow}s over rows of (name, amount). */
const summed = (rows: string): string => `
SELECT name, sum(amount)::text AS amount FROM (${rows}) every GROUP BY name`;

const named = (rows: string): string => `SELECT split_part(measure, '.', 2) AS name, amount FROM (${rows}) named`;

const PERIODS = (vendor: string): string => `
   CROSS JOIN LATERAL (
     SELECT ${COLUMNS.join(', ')} FROM vendor_performance_periods
      WHERE tenant_id = $1 AND vendor_id = ${vendor} AND grain = r.grain AND day BETWEEN r.first AND r.last OFFSET 0) p
   CROSS JOIN LATERAL (VALUES ${COLUMNS.map((column) => `('${column}', p.${column})`).join(', ')}) AS x (name, amount)`;

/** Over all vendors. Values: of `FIGURES`, and the measures that are not folded yet, which are by vendor. */
const OF_ALL = summed(`
  ${named(folded())}
  UNION ALL
  SELECT split_part(measure, '.', 2), amount FROM report_entries
   WHERE tenant_id = $1 AND measure = ANY ($9::text[]) AND day BETWEEN $7::date AND $8::date`);

/**
 * Over the vendors that are of a category now; as of {@link CATEGORY_FIGURES}. Values: as of {@link OF_ALL}, the
 * category's key, and the names of the figures.
 */
const OF_CATEGORY = `WITH ${MOVED}
${summed(`
  ${named(folded('$2', ' AND key = $10'))}
  UNION ALL
  SELECT split_part(e.measure, '.', 2), e.amount
    FROM report_entries e JOIN vendors v ON v.tenant_id = $1 AND v.id = e.key::bigint
   WHERE e.tenant_id = $1 AND e.measure = ANY ($9::text[]) AND e.day BETWEEN $7::date AND $8::date
     AND ${categoryKey('v.counted_category')} = $10
  UNION ALL
  SELECT x.name, CASE $10 WHEN ${categoryKey('m.category')} THEN 1 ELSE -1 END * r.sign * x.amount
    FROM moved m CROSS JOIN ${RANGES} ${PERIODS('m.id')}
   WHERE x.name = ANY ($11::text[]) AND $10 IN (${categoryKey('m.counted_category')}, ${categoryKey('m.category')})`)}`;

/** Of one vendor. Values: tenant, names of the figures, the ranges, the vendor, and the category it has to be of. */
const OF_VENDOR = summed(`
  SELECT x.name, r.sign * x.amount AS amount
    FROM vendors v CROSS JOIN ${RANGES} ${PERIODS('v.id')}
   WHERE v.tenant_id = $1 AND v.id = $7 AND ($8::text IS NULL OR v.category = $8) AND x.name = ANY ($2::text[])`);

const COUNT_VENDOR = `
SELECT count(*) AS total FROM vendors v
 WHERE v.tenant_id = $1 AND v.id = $2 AND ($3::text IS NULL OR v.category = $3)`;

/** How many vendors the report is about, as `total`. */
export function vendorCount(tenantId: string, { category, vendorId }: PerformanceFilter): Query {
  if (vendorId !== undefined) return query(COUNT_VENDOR, [tenantId, vendorId, category ?? null]);
  if (category === undefined) return totalQuery(tenantId, { measure: 'vendor_list' });
  return totalQuery(tenantId, { measure: 'vendor_list.category', keys: [`:${category}`] });
}

/** The {@link SumRow}s of all those vendors: first of what is late, then of everything else. */
export function summaryQueries(tenantId: string, days: PerformanceDays, filter: PerformanceFilter): [Query, Query] {
  const others = COLUMNS.filter((name) => name !== LATE);
  return [
    // Of what is due in days to come as much is late already: it is read like any other.
    summaryQuery(tenantId, days.late, undefined, [LATE], filter),
    summaryQuery(tenantId, days.all, days.today, others, filter),
  ];
}

function summaryQuery(
  tenantId: string,
  period: Period,
  today: string | undefined,
  names: readonly string[],
  { category, vendorId }: PerformanceFilter,
): Query {
  const known = today === undefined ? {} : { today };
  const measures = (suffix: string): string[] => names.map((name) => `performance.${name}${suffix}`);
  // A vendor's own figures are kept by the day and by the month.
  const byMonth = { ...known, coarsest: 'month' } as const;
  if (vendorId !== undefined) {
    const ranges = columnsOf(figureRanges(period, byMonth));
    return query(OF_VENDOR, [tenantId, names, ...ranges, vendorId, category ?? null]);
  }
  if (category === undefined) {
    return query(OF_ALL, [...figureValues(tenantId, measures(''), period, known), measures('.vendor')]);
  }
  const values = figureValues(tenantId, measures('.category'), period, byMonth);
  return query(OF_CATEGORY, [...values, measures('.vendor'), `:${category}`, names]);
}
