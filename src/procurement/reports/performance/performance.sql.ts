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

export interface PerformanceFilter {
  readonly category?: string | undefined;
  readonly vendorId?: VendorId | undefined;
}

/** This figure excludes today: a line due today may still arrive. */
const LATE = 'lines_late';

const SORT_COLUMNS = {
  performance_score: 'v.performance_score',
  name: collated('v.name'),
  total_orders: 'v.total_orders',
  total_spend: 'v.total_spend',
  id: 'v.id',
} as const satisfies Readonly<Record<VendorSort, string>>;

/** A vendor with the sums of its figures over the period: numeric text by column name. */
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
 * Sums of vendor `v` over ranges as one JSON object. Late lines use the same rows as the other figures. The ranges
 * marked `late` subtract today's and later late lines and apply to late lines only. CASE is faster than a
 * multiplication by the sign.
 */
const SUMS = `(
  SELECT json_build_object(${COLUMNS.map((column) => `'${column}', coalesce(sum(CASE r.sign WHEN 1 THEN p.${column} ELSE -p.${column} END)${column === LATE ? '' : ' FILTER (WHERE NOT r.late)'}, 0)::text`).join(', ')})
    FROM unnest($2::text[], $3::date[], $4::date[], $5::int[], $6::boolean[]) AS r (grain, first, last, sign, late)
   CROSS JOIN LATERAL (
     SELECT ${COLUMNS.join(', ')} FROM vendor_performance_periods
      WHERE tenant_id = $1 AND vendor_id = v.id AND grain = r.grain AND day BETWEEN r.first AND r.last
     OFFSET 0) p)`;

/**
 * Query of a page of {@link VendorFiguresRow}s. The SQL text contains only the given filters. With optional filters
 * PostgreSQL would use a generic plan that sorts all vendors of a tenant.
 */
export function vendorsQuery(
  { tenantId, period: all, today }: ReportContext,
  { category, vendorId }: PerformanceFilter,
  { page, perPage, sort, order }: PageRequest,
): Query {
  const figures = figureRanges(all, { coarsest: 'month', today });
  // Lines due today or later are not late yet, so they are subtracted from the late lines only.
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

/** Sum of one figure over all vendors of the report; numeric text. */
export interface SumRow {
  readonly name: string;
  readonly amount: string;
}

/** SELECT of {@link SumRow}s from rows of (name, amount). */
const summed = (rows: string): string => `
SELECT name, sum(amount)::text AS amount FROM (${rows}) every GROUP BY name`;

/** Rows of (name, amount) from the measures `performance.<name>` and `performance.<name>.<kind>`. */
const named = (rows: string): string => `SELECT split_part(measure, '.', 2) AS name, amount FROM (${rows}) named`;

/** Joins the sums of one vendor over the ranges `r`, as rows `x` of (name, amount). */
const PERIODS = (vendor: string): string => `
   CROSS JOIN LATERAL (
     SELECT ${COLUMNS.join(', ')} FROM vendor_performance_periods
      WHERE tenant_id = $1 AND vendor_id = ${vendor} AND grain = r.grain AND day BETWEEN r.first AND r.last OFFSET 0) p
   CROSS JOIN LATERAL (VALUES ${COLUMNS.map((column) => `('${column}', p.${column})`).join(', ')}) AS x (name, amount)`;

/** {@link SumRow}s over all vendors. Values: `figureValues`, $9 the measures by vendor of unfolded entries. */
const OF_ALL = summed(`
  ${named(foldedFigures())}
  UNION ALL
  ${named(entriesNotFolded('$9'))}`);

const SPELLINGS = 'SELECT s.key FROM spellings s';

/**
 * {@link SumRow}s over the vendors of one category. A vendor with a changed category counts under its current one (see
 * `CATEGORY_FIGURES`). Figures are stored per spelling of a category; all spellings are summed. Values: those of {@link
 * OF_ALL}, $10 the normalised category, $11 the figure names.
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

/** {@link SumRow}s of one vendor. Values: tenant, figure names, $3 to $6 ranges, $7 vendor, $8 category or null. */
const OF_VENDOR = summed(`
  SELECT x.name, r.sign * x.amount AS amount
    FROM vendors v CROSS JOIN ${RANGES} ${PERIODS('v.id')}
   WHERE v.tenant_id = $1 AND v.id = $7 AND ($8::text IS NULL OR v.category_key = $8) AND x.name = ANY ($2::text[])`);

const COUNT_VENDOR = `
SELECT count(*) AS total FROM vendors v
 WHERE v.tenant_id = $1 AND v.id = $2 AND ($3::text IS NULL OR v.category_key = $3)`;

const COUNT_CATEGORY = 'SELECT count(*) AS total FROM vendors v WHERE v.tenant_id = $1 AND v.category_key = $2';

const keyOf = (category: string | undefined): string | null => (category === undefined ? null : textKey(category));

/** Query of `{ total }`: the number of vendors of the report. */
export function vendorCount(tenantId: TenantId, { category, vendorId }: PerformanceFilter): Query {
  if (vendorId !== undefined) return query(COUNT_VENDOR, [tenantId, vendorId, keyOf(category)]);
  if (category === undefined) return totalQuery(tenantId, { measure: 'vendor_list' });
  return query(COUNT_CATEGORY, [tenantId, keyOf(category)]);
}

/** Two queries of {@link SumRow}s over all vendors of the report: late lines, then all other figures. */
export function summaryQueries({ tenantId, period, today }: ReportContext, filter: PerformanceFilter): [Query, Query] {
  const others = COLUMNS.filter((name) => name !== LATE);
  const yesterday = addDays(today, -1);
  // `to` is before `from` if there are no late days.
  const late = { from: period.from, to: period.to < yesterday ? period.to : yesterday };
  return [
    // Late lines are stored on their due day, so future days have figures like past days. No `today` limits the range.
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
  // Figures of one vendor and of a category are stored by day and month, not by year.
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
