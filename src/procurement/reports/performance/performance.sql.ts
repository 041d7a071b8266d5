import { addDays, type Period } from '../../../common/clock';
import type { PageRequest } from '../../../common/lists/page';
import type { TenantId, VendorId } from '../../../common/records/ids';
import { textKey } from '../../../common/records/keys';
import { collated, type Query, query } from '../../../platform/database';
import {
  categoryKey,
  entriesNotFolded,
  figureRanges,
  figureValues,
  foldedFigures,
  opposite,
  rangeColumns,
  RANGES,
  totalQuery,
} from '../../figures';
import { COLUMNS } from '../../vendor-performance';
import { RECATEGORIZED } from '../category-figures.sql';
import type { VendorSort } from '../http/requests';
import type { ReportContext } from '../report-context';

/** Which vendors the report is about. */
export interface PerformanceFilter {
  readonly category?: string | undefined;
  readonly vendorId?: VendorId | undefined;
}

/** The figure that counts up to yesterday: a line that is due today may still arrive. */
const LATE = 'lines_late';

/** Columns of the fields by which the report can be sorted. */
const SORT_COLUMNS = {
  performance_score: 'v.performance_score',
  name: collated('v.name'),
  total_orders: 'v.total_orders',
  total_spend: 'v.total_spend',
  id: 'v.id',
} as const satisfies Readonly<Record<VendorSort, string>>;

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
  { tenantId, period: all, today }: ReportContext,
  { category, vendorId }: PerformanceFilter,
  { page, perPage, sort, order }: PageRequest,
): Query {
  const figures = figureRanges(all, { coarsest: 'month', today });
  // Lines due today or later are not late yet: subtracted from the late ones alone.
  const fromToday = { from: all.from > today ? all.from : today, to: all.to };
  const early = figureRanges(fromToday, { coarsest: 'month' }).map((range) => opposite(range));
  const flags = [...figures.map(() => false), ...early.map(() => true)];
  const values: unknown[] = [tenantId, ...rangeColumns([...figures, ...early]), flags];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [
    'v.tenant_id = $1',
    ...(category === undefined ? [] : [`v.category_key = ${place(textKey(category))}`]),
    ...(vendorId === undefined ? [] : [`v.id = ${place(vendorId)}`]),
  ];
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const sorted =
    sort === 'id' ? `v.id ${direction}` : `${SORT_COLUMNS[sort as VendorSort]} ${direction}, v.id ${direction}`;
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

const SPELLINGS = 'SELECT s.key FROM spellings s';

/**
 * {@link SumRow}s over the vendors of one category. A vendor whose category has changed counts under its present one; see
 * `CATEGORY_FIGURES`. Values: those of {@link OF_ALL}, $10 the category as it is compared, $11 the names of the figures. Figures are
 * stored by a category as it is written: those of all spellings are summed.
 */
const OF_CATEGORY = `WITH ${RECATEGORIZED}, spellings AS MATERIALIZED (
  SELECT ${categoryKey('category')} AS key FROM vendors WHERE tenant_id = $1 AND category_key = $10
  UNION SELECT ${categoryKey('counted_category')} FROM recategorized WHERE text_key(counted_category) = $10)
${summed(`
  ${named(foldedFigures('$2', ` AND key = ANY (ARRAY(${SPELLINGS}))`))}
  UNION ALL
  SELECT split_part(e.measure, '.', 2), e.amount
    FROM (${entriesNotFolded('$9')}) e JOIN vendors v ON v.tenant_id = $1 AND v.id = e.key::bigint
   WHERE ${categoryKey('v.counted_category')} IN (${SPELLINGS})
  UNION ALL
  SELECT x.name, CASE WHEN ${categoryKey('m.category')} IN (${SPELLINGS}) THEN 1 ELSE -1 END * r.sign * x.amount
    FROM recategorized m CROSS JOIN ${RANGES} ${PERIODS('m.id')}
   WHERE x.name = ANY ($11::text[])
     AND (${categoryKey('m.category')} IN (${SPELLINGS})) <> (${categoryKey('m.counted_category')} IN (${SPELLINGS}))`)}`;

/**
 * {@link SumRow}s of one vendor. Values: $1 the tenant, $2 the names of the figures, $3 to $6 the ranges, $7 the vendor, $8
 * the category that it must have, null for any.
 */
const OF_VENDOR = summed(`
  SELECT x.name, r.sign * x.amount AS amount
    FROM vendors v CROSS JOIN ${RANGES} ${PERIODS('v.id')}
   WHERE v.tenant_id = $1 AND v.id = $7 AND ($8::text IS NULL OR v.category_key = $8) AND x.name = ANY ($2::text[])`);

const COUNT_VENDOR = `
SELECT count(*) AS total FROM vendors v
 WHERE v.tenant_id = $1 AND v.id = $2 AND ($3::text IS NULL OR v.category_key = $3)`;

const COUNT_CATEGORY = 'SELECT count(*) AS total FROM vendors v WHERE v.tenant_id = $1 AND v.category_key = $2';

const keyOf = (category: string | undefined): string | null => (category === undefined ? null : textKey(category));

/** Query of one row `{ total }`: how many vendors the report is about. */
export function vendorCount(tenantId: TenantId, { category, vendorId }: PerformanceFilter): Query {
  if (vendorId !== undefined) return query(COUNT_VENDOR, [tenantId, vendorId, keyOf(category)]);
  if (category === undefined) return totalQuery(tenantId, { measure: 'vendor_list' });
  return query(COUNT_CATEGORY, [tenantId, keyOf(category)]);
}

/** Two queries of the {@link SumRow}s of all vendors of the report: the first of late lines, the second of all other figures. */
export function summaryQueries({ tenantId, period, today }: ReportContext, filter: PerformanceFilter): [Query, Query] {
  const others = COLUMNS.filter((name) => name !== LATE);
  const yesterday = addDays(today, -1);
  // `to` lies before `from` when there are no late days.
  const late = { from: period.from, to: period.to < yesterday ? period.to : yesterday };
  return [
    // Lines count as late on the day they are due, so future days have as many of them as past ones: no `today` to cut at.
    summaryQuery(tenantId, late, undefined, [LATE], filter),
    summaryQuery(tenantId, period, today, others, filter),
  ];
}

function summaryQuery(
  tenantId: TenantId,
  period: Period,
  today: string | undefined,
  names: readonly string[],
  { category, vendorId }: PerformanceFilter,
): Query {
  const measures = (suffix: string): string[] => names.map((name) => `performance.${name}${suffix}`);
  // Figures of one vendor and of a category are stored by the day and month, not by the year.
  const byMonth = { today, coarsest: 'month' } as const;
  if (vendorId !== undefined) {
    const ranges = rangeColumns(figureRanges(period, byMonth));
    return query(OF_VENDOR, [tenantId, names, ...ranges, vendorId, keyOf(category)]);
  }
  if (category === undefined) {
    return query(OF_ALL, [...figureValues(tenantId, measures(''), period, { today }), measures('.vendor')]);
  }
  const values = figureValues(tenantId, measures('.category'), period, byMonth);
  return query(OF_CATEGORY, [...values, measures('.vendor'), keyOf(category), names]);
}
