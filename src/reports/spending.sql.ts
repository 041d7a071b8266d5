import { FIGURES } from './figures.sql';

export const GROUPINGS = ['department', 'vendor', 'category', 'month'] as const;
export type Grouping = (typeof GROUPINGS)[number];

interface Group {
  /** Which of the figures: of the whole, of departments, of vendors. */
  readonly measures: readonly string[];
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly join: string;
}

const measuresOf = (suffix: string): string[] => ['orders', 'invoiced', 'paid'].map((measure) => measure + suffix);

const DEPARTMENT = `LEFT JOIN departments d ON d.tenant_id = $1 AND d.id = nullif(f.key, '')::bigint`;
const VENDOR = `LEFT JOIN vendors v ON v.tenant_id = $1 AND v.id = f.key::bigint`;

/** The present category of a vendor counts, for what was bought before as well. */
const GROUPS: Readonly<Record<Grouping, Group>> = {
  month: {
    measures: measuresOf(''),
    key: `to_char(f.day, 'YYYY-MM')`,
    id: 'NULL::bigint',
    name: `to_char(f.day, 'YYYY-MM')`,
    join: '',
  },
  department: {
    measures: measuresOf('.department'),
    key: `coalesce(d.id::text, 'none')`,
    id: 'd.id',
    name: 'd.name',
    join: DEPARTMENT,
  },
  vendor: { measures: measuresOf('.vendor'), key: 'v.id::text', id: 'v.id', name: 'v.name', join: VENDOR },
  category: {
    measures: measuresOf('.vendor'),
    key: `coalesce(v.category, 'none')`,
    id: 'NULL::bigint',
    name: 'v.category',
    join: VENDOR,
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

export const measuresFor = (grouping: Grouping): readonly string[] => GROUPS[grouping].measures;

/** The {@link SpendingRow}s of a grouping; values as of `FIGURES`. */
export function spendingSql(grouping: Grouping): string {
  const { key, id, name, join } = GROUPS[grouping];
  const sum = (column: string, measure: string): string =>
    `coalesce(sum(f.${column}) FILTER (WHERE f.measure LIKE '${measure}%'), 0)`;
  return `
SELECT ${key} AS key, ${id} AS id, ${name} AS name, f.currency,
       ${sum('count', 'orders')}::int AS po_count, ${sum('amount', 'orders')} AS po_total,
       ${sum('count', 'invoiced')}::int AS invoice_count, ${sum('amount', 'invoiced')} AS invoiced_total,
       ${sum('amount', 'paid')} AS paid_total
  FROM (SELECT measure, key, currency${grouping === 'month' ? `, date_trunc('month', day::timestamp) AS day` : ''},
               sum(count) AS count, sum(amount) AS amount
          FROM (${FIGURES}) every GROUP BY measure, key, currency${grouping === 'month' ? ', 4' : ''}) f
  ${join}
 GROUP BY 1, 2, 3, 4
HAVING bool_or(f.count <> 0 OR f.amount <> 0)
 ORDER BY ${grouping === 'month' ? '1, 4' : '4, 6 DESC, 3, 1'}`;
}
