import { COLUMNS } from '../vendor-performance';
import { periodParts, type Period } from './domain/period';

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

/** Periods `p` of the six ends that follow a placeholder. */
function within(first: number): string {
  const range = (grain: string, at: number): string =>
    `(p.grain = '${grain}' AND p.day BETWEEN $${at}::date AND $${at + 1}::date)`;
  return `(${range('month', first)} OR ${range('day', first + 2)} OR ${range('day', first + 4)})`;
}

const LATE = 'lines_late';
const OTHERS = COLUMNS.filter((column) => column !== LATE);

/** The sums as one JSON object; `whose` narrows the periods. */
function sums(whose: string): string {
  const of = (columns: readonly string[], condition: string): string =>
    `(SELECT json_build_object(${columns.map((column) => `'${column}', coalesce(sum(p.${column}), 0)::text`).join(', ')})::jsonb
        FROM vendor_performance_periods p WHERE p.tenant_id = $1 ${whose} AND ${condition})`;
  return `${of(OTHERS, within(2))} || ${of([LATE], within(8))}`;
}

/** Values 1 to 13 of both statements. What is late is looked at up to yesterday: today it may still come. */
export function performanceValues(tenantId: string, period: Period, yesterday: string): unknown[] {
  const late = { from: period.from, to: period.to < yesterday ? period.to : yesterday };
  return [tenantId, ...ends(period), ...ends(late)];
}

function ends(period: Period): string[] {
  const { months, before, after } = periodParts(period);
  return [months.from, months.to, before.from, before.to, after.from, after.to];
}

const CONDITION = `v.tenant_id = $1 AND ($14::text IS NULL OR v.category = $14) AND ($15::bigint IS NULL OR v.id = $15)`;

/** A page of {@link VendorFiguresRow}s. Values: those of {@link performanceValues}, category, vendor, limit, offset. */
export function vendorsSql(sort: VendorSort, order: 'asc' | 'desc'): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const sorted = sort === 'id' ? `v.id ${direction}` : `${VENDOR_SORTS[sort]} ${direction}, v.id ${direction}`;
  return `
SELECT v.id, v.name, v.category, CASE v.status WHEN 'blacklisted' THEN 'blocked' ELSE v.status END AS status,
       v.performance_score, v.total_orders, v.total_spend,
       coalesce(v.currency, (SELECT t.currency FROM tenants t WHERE t.id = $1)) AS currency,
       ${sums('AND p.vendor_id = v.id')} AS sums
  FROM (SELECT v.* FROM vendors v WHERE ${CONDITION} ORDER BY ${sorted} LIMIT $16 OFFSET $17) v
 ORDER BY ${sorted}`;
}

/** All vendors as if they were one. Values: those of {@link performanceValues}, category, vendor. */
export const SUMMARY = `
SELECT (SELECT count(*)::int FROM vendors v WHERE ${CONDITION}) AS vendors,
       ${sums(`AND ($14::text IS NULL AND $15::bigint IS NULL
         OR p.vendor_id IN (SELECT v.id FROM vendors v WHERE ${CONDITION}))`)} AS sums`;

export interface SummaryRow {
  readonly vendors: number;
  readonly sums: Readonly<Record<string, string>>;
}
