import type { CalendarDate, Period } from '../../../common/clock';
import type { TenantId } from '../../../common/records/ids';
import { FIGURES, figureValues } from '../../figures';
import type { Grouping } from '../domain/spending';
import { CATEGORY_FIGURES, RECATEGORIZED } from '../category-figures.sql';

/** SQL of a grouping, over figures `f`. */
interface Group {
  /** The end of its measures' names: `orders` counts the whole, `orders.vendor` each vendor. */
  readonly suffix: string;
  /** `key`, `id` and `name` of a row of the report, and the join that they need. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly join: string;
}

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

/** The columns of a `Spending` that are sums. */
export const FIGURE_COLUMNS = 'po_count, po_total, invoice_count, invoiced_total, paid_total';

/** Condition on the columns of {@link spendingSums}: any of them is not zero. */
export const IS_SOMETHING = ['po_count', 'po_total', 'invoice_count', 'invoiced_total', 'paid_count', 'paid_total']
  .map((column) => `${column} <> 0`)
  .join(' OR ');

/** Columns of sums over rows of (measure, count, amount): {@link FIGURE_COLUMNS} and `paid_count`. */
export function spendingSums(): string {
  const sum = (column: string, measure: string): string =>
    `coalesce(sum(${column}) FILTER (WHERE measure LIKE '${measure}%'), 0)`;
  return `${sum('count', 'orders')}::int AS po_count, ${sum('amount', 'orders')} AS po_total,
         ${sum('count', 'invoiced')}::int AS invoice_count, ${sum('amount', 'invoiced')} AS invoiced_total,
         ${sum('count', 'paid')}::int AS paid_count, ${sum('amount', 'paid')} AS paid_total`;
}

/**
 * The measures of what was ordered, invoiced and paid.
 * @param suffix `.vendor`, `.department`, `.category`, or empty for the whole
 */
export function spendingMeasures(suffix: string): string[] {
  return ['orders', 'invoiced', 'paid'].map((measure) => measure + suffix);
}

/**
 * Figures are stored by a category as vendors write it. The spellings of one category are one group, under the spelling that most orders
 * have.
 */
const ONE_SPELLING = `named AS (
  SELECT f.*, first_value(key) OVER (
           PARTITION BY CASE key WHEN '' THEN NULL ELSE text_key(substr(key, 2)) END ORDER BY po_count DESC, key) AS spelling
    FROM f
), spelled AS (
  SELECT spelling AS key, currency, sum(po_count)::int AS po_count, sum(po_total) AS po_total, sum(invoice_count)::int AS invoice_count,
         sum(invoiced_total) AS invoiced_total, sum(paid_count)::int AS paid_count, sum(paid_total) AS paid_total
    FROM named GROUP BY 1, 2)`;

/** The values of {@link spendingSql}: `figureValues` of the grouping's measures; by category, $9 the measures by vendor. */
export function spendingValues(tenantId: TenantId, grouping: Grouping, period: Period, today: CalendarDate): unknown[] {
  const coarsest = grouping === 'month' ? 'month' : 'year';
  const values = figureValues(tenantId, spendingMeasures(GROUPS[grouping].suffix), period, { today, coarsest });
  return grouping === 'category' ? [...values, spendingMeasures(GROUPS.vendor.suffix)] : values;
}

/**
 * SELECT of the `Spending`s of a grouping, amounts as numeric text; groups that are all zero are left out. Months by name and currency, other
 * groups by currency and what was ordered, the most first.
 */
export function spendingSql(grouping: Grouping): string {
  const { key, id, name, join } = GROUPS[grouping];
  const byMonth = grouping === 'month';
  return `
WITH ${grouping === 'category' ? `${RECATEGORIZED}, ` : ''}f AS MATERIALIZED (
  SELECT key COLLATE "C" AS key, currency${byMonth ? `, date_trunc('month', day::timestamp) AS day` : ''}, ${spendingSums()}
    FROM (${grouping === 'category' ? CATEGORY_FIGURES : FIGURES}) every GROUP BY 1, 2${byMonth ? ', 3' : ''}
)${grouping === 'category' ? `, ${ONE_SPELLING}` : ''}
SELECT ${key} AS key, ${id} AS id, ${name} AS name, f.currency, ${FIGURE_COLUMNS}
  FROM ${grouping === 'category' ? 'spelled' : 'f'} f ${join}
 WHERE ${IS_SOMETHING}
 ORDER BY ${byMonth ? '1, 4' : '4, 6 DESC, 3, 1'}`;
}
