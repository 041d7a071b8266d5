import type { Period } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { type Query, query } from '../../database';
import {
  categoryKey,
  entriesNotFolded,
  figureRanges,
  figureValues,
  foldedFigures,
  rangeColumns,
  RANGES,
  totalQuery,
} from '../../figures';
import { COLUMNS } from '../../vendor-performance';
import { RECATEGORIZED } from '../category-figures.sql';
import { LATE, type PerformanceDays, type PerformanceFilter } from './performance.sql';

/** The sum of one performance figure over all vendors of the report; the amount is numeric text. */
export interface SumRow {
  readonly name: string;
  readonly amount: string;
}

/** SELECT of {@link SumRow}s from rows of (name, amount). */
const summed = (rows: string): string => `
SELECT name, sum(amount)::text AS amount FROM (${rows}) every GROUP BY name`;

/** Rows of (name, amount) from figures whose measure is `performance.<name>` or `performance.<name>.<kind>`. */
const named = (rows: string): string => `SELECT split_part(measure, '.', 2) AS name, amount FROM (${rows}) named`;

/** Joins the sums of one vendor over the ranges `r`, as rows `x` of (name, amount). */
const PERIODS = (vendor: string): string => `
   CROSS JOIN LATERAL (
     SELECT ${COLUMNS.join(', ')} FROM vendor_performance_periods
      WHERE tenant_id = $1 AND vendor_id = ${vendor} AND grain = r.grain AND day BETWEEN r.first AND r.last OFFSET 0) p
   CROSS JOIN LATERAL (VALUES ${COLUMNS.map((column) => `('${column}', p.${column})`).join(', ')}) AS x (name, amount)`;

/** {@link SumRow}s over all vendors. Values: `figureValues`, $9 the measures by vendor, as unfolded entries have them. */
const OF_ALL = summed(`
  ${named(foldedFigures())}
  UNION ALL
  ${named(entriesNotFolded('$9'))}`);

/**
 * {@link SumRow}s over the vendors of one category. A vendor whose category has changed counts under its present one; see
 * `CATEGORY_FIGURES`. Values: those of {@link OF_ALL}, $10 the key of the category, $11 the names of the figures.
 */
const OF_CATEGORY = `WITH ${RECATEGORIZED}
${summed(`
  ${named(foldedFigures('$2', ' AND key = $10'))}
  UNION ALL
  SELECT split_part(e.measure, '.', 2), e.amount
    FROM (${entriesNotFolded('$9')}) e JOIN vendors v ON v.tenant_id = $1 AND v.id = e.key::bigint
   WHERE ${categoryKey('v.counted_category')} = $10
  UNION ALL
  SELECT x.name, CASE $10 WHEN ${categoryKey('m.category')} THEN 1 ELSE -1 END * r.sign * x.amount
    FROM recategorized m CROSS JOIN ${RANGES} ${PERIODS('m.id')}
   WHERE x.name = ANY ($11::text[]) AND $10 IN (${categoryKey('m.counted_category')}, ${categoryKey('m.category')})`)}`;

/**
 * {@link SumRow}s of one vendor. Values: $1 the tenant, $2 the names of the figures, $3 to $6 the ranges, $7 the vendor, $8
 * the category that it must have, null for any.
 */
const OF_VENDOR = summed(`
  SELECT x.name, r.sign * x.amount AS amount
    FROM vendors v CROSS JOIN ${RANGES} ${PERIODS('v.id')}
   WHERE v.tenant_id = $1 AND v.id = $7 AND ($8::text IS NULL OR v.category = $8) AND x.name = ANY ($2::text[])`);

const COUNT_VENDOR = `
SELECT count(*) AS total FROM vendors v
 WHERE v.tenant_id = $1 AND v.id = $2 AND ($3::text IS NULL OR v.category = $3)`;

/** Query of one row `{ total }`: how many vendors the report is about. */
export function vendorCount(tenantId: TenantId, { category, vendorId }: PerformanceFilter): Query {
  if (vendorId !== undefined) return query(COUNT_VENDOR, [tenantId, vendorId, category ?? null]);
  if (category === undefined) return totalQuery(tenantId, { measure: 'vendor_list' });
  return totalQuery(tenantId, { measure: 'vendor_list.category', keys: [`:${category}`] });
}

/** Two queries of the {@link SumRow}s of all vendors of the report: the first of late lines, the second of all other figures. */
export function summaryQueries(tenantId: TenantId, days: PerformanceDays, filter: PerformanceFilter): [Query, Query] {
  const others = COLUMNS.filter((name) => name !== LATE);
  return [
    // Lines count as late on the day they are due, so future days have as many of them as past ones: no `today` to cut at.
    summaryQuery(tenantId, days.late, undefined, [LATE], filter),
    summaryQuery(tenantId, days.all, days.today, others, filter),
  ];
}

function summaryQuery(
  tenantId: TenantId,
  period: Period,
  today: string | undefined,
  names: readonly string[],
  { category, vendorId }: PerformanceFilter,
): Query {
  const known = today === undefined ? {} : { today };
  const measures = (suffix: string): string[] => names.map((name) => `performance.${name}${suffix}`);
  // Figures of one vendor and of a category are stored by the day and month, not by the year.
  const byMonth = { ...known, coarsest: 'month' } as const;
  if (vendorId !== undefined) {
    const ranges = rangeColumns(figureRanges(period, byMonth));
    return query(OF_VENDOR, [tenantId, names, ...ranges, vendorId, category ?? null]);
  }
  if (category === undefined) {
    return query(OF_ALL, [...figureValues(tenantId, measures(''), period, known), measures('.vendor')]);
  }
  const values = figureValues(tenantId, measures('.category'), period, byMonth);
  return query(OF_CATEGORY, [...values, measures('.vendor'), `:${category}`, names]);
}
