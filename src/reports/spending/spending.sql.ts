import type { CalendarDate } from '../../common/clock';
import { CATEGORY_FIGURES, MOVED } from '../category-figures.sql';
import type { Period } from '../domain/period';
import { FIGURES, figureValues } from '../../figures/figures.sql';

export const GROUPINGS = ['department', 'vendor', 'category', 'month'] as const;
export type Grouping = (typeof GROUPINGS)[number];

interface Group {
  /** Which of the figures: of the whole, of departments, of vendors, of categories. */
  readonly suffix: string;
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly join: string;
}

/** The present category of a vendor counts, for what was bought before as well. */
const GROUPS: Readonly<Record<Grouping, Group>> = {
  month: {
    suffix: '',
    key: `to_char(f.day, 'YYYY-MM')`,
    id: 'NULL::bigint',
    name: `to_char(f.day, 'YYYY-MM')`,
    join: '',
  },
  department: {
    suffix: '.department',
    key: `coalesce(d.id::text, 'none')`,
    id: 'd.id',
    name: 'd.name',
    join: `LEFT JOIN departments d ON d.tenant_id = $1 AND d.id = nullif(f.key, '')::bigint`,
  },
  vendor: {
    suffix: '.vendor',
    key: 'v.id::text',
    id: 'v.id',
    name: 'v.name',
    join: 'LEFT JOIN vendors v ON v.tenant_id = $1 AND v.id = f.key::bigint',
  },
  category: {
    suffix: '.category',
    // A name that would be taken for `none`, or for a name so marked, keeps the colon of the figure's key.
    key: `CASE WHEN f.key = '' THEN 'none' WHEN f.key ~ '^:+none$' THEN f.key ELSE substr(f.key, 2) END`,
    id: 'NULL::bigint',
    name: `CASE f.key WHEN '' THEN NULL ELSE substr(f.key, 2) END`,
    join: '',
  },
};

/** A group's spending in one currency, amounts as numeric text. */
export interface SpendingRow {
  readonly key: string;
  readonly id: number | null;
  readonly name: string | null;
  readonly currency: string;
  readonly po_count: number;
  readonly po_total: string;
  readonly invoice_count: number;
  readonly invoiced_total: string;
  readonly paid_total: string;
}

/** The figures of a row, as columns. */
export const FIGURE_COLUMNS = 'po_count, po_total, invoice_count, invoiced_total, paid_total';

/** Whether there is anything in a row of {@link sumsOf}. */
export const IS_SOMETHING = ['po_count', 'po_total', 'invoice_count', 'invoiced_total', 'paid_count', 'paid_total']
  .map((column) => `${column} <> 0`)
  .join(' OR ');

/** The columns of a row, summed over rows of (measure, count, amount). */
export function sumsOf(): string {
  const sum = (column: string, measure: string): string =>
    `coalesce(sum(${column}) FILTER (WHERE measure LIKE '${measure}%'), 0)`;
  return `${sum('count', 'orders')}::int AS po_count, ${sum('amount', 'orders')} AS po_total,
         ${sum('count', 'invoiced')}::int AS invoice_count, ${sum('amount', 'invoiced')} AS invoiced_total,
         ${sum('count', 'paid')}::int AS paid_count, ${sum('amount', 'paid')} AS paid_total`;
}

/** What is ordered, invoiced and paid, by the kind of the figures: `.vendor`, or nothing for the whole. */
export function measures(suffix: string): string[] {
  return ['orders', 'invoiced', 'paid'].map((measure) => measure + suffix);
}

/** The values of {@link spendingSql}. */
export function spendingValues(tenantId: string, grouping: Grouping, period: Period, today: CalendarDate): unknown[] {
  const coarsest = grouping === 'month' ? 'month' : 'year';
  const values = figureValues(tenantId, measures(GROUPS[grouping].suffix), period, { today, coarsest });
  return grouping === 'category' ? [...values, measures(GROUPS.vendor.suffix)] : values;
}

/** The {@link SpendingRow}s of a grouping. */
export function spendingSql(grouping: Grouping): string {
  const { key, id, name, join } = GROUPS[grouping];
  const byMonth = grouping === 'month';
  return `
WITH ${grouping === 'category' ? `${MOVED}, ` : ''}f AS MATERIALIZED (
  SELECT key COLLATE "C" AS key, currency${byMonth ? `, date_trunc('month', day::timestamp) AS day` : ''}, ${sumsOf()}
    FROM (${grouping === 'category' ? CATEGORY_FIGURES : FIGURES}) every GROUP BY 1, 2${byMonth ? ', 3' : ''}
)
SELECT ${key} AS key, ${id} AS id, ${name} AS name, f.currency, ${FIGURE_COLUMNS}
  FROM f ${join}
 WHERE ${IS_SOMETHING}
 ORDER BY ${byMonth ? '1, 4' : '4, 6 DESC, 3, 1'}`;
}
