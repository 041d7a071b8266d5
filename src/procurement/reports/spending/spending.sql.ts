import { Injectable } from '@nestjs/common';
import type { CalendarDate, Period } from '../../../common/clock';
import type { TenantId } from '../../../common/records/ids';
import { LaggingReads, query } from '../../../platform/database';
import { entriesNotFolded, FIGURES, figureValues, foldedFigures } from '../../figures';
import { CATEGORY_FIGURES, RECATEGORIZED } from '../category-figures.sql';
import { type Grouping, isComplete, isSomething, type Ranked, type Spending } from '../domain/spending';

interface Group {
  /** Suffix of the measure names: `orders` counts all, `orders.vendor` each vendor. */
  readonly suffix: string;
  /** `key`, `id` and `name` of a report row, and the required join. */
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
    // A category called `none`, or colons and `none`, keeps the colon of the figure's key, to differ from `none`.
    key: `CASE WHEN f.key = '' THEN 'none' WHEN f.key ~ '^:+none$' THEN f.key ELSE substr(f.key, 2) END`,
    id: 'NULL::bigint',
    name: `CASE f.key WHEN '' THEN NULL ELSE substr(f.key, 2) END`,
    join: '',
  },
};

/** Sum columns of a `Spending`. */
const FIGURE_COLUMNS = 'po_count, po_total, invoice_count, invoiced_total, paid_total';

/** Any column of {@link spendingSums} is not zero. */
const IS_SOMETHING = ['po_count', 'po_total', 'invoice_count', 'invoiced_total', 'paid_count', 'paid_total']
  .map((column) => `${column} <> 0`)
  .join(' OR ');

/** Sum columns over rows of (measure, count, amount): {@link FIGURE_COLUMNS} and `paid_count`. */
function spendingSums(): string {
  const sum = (column: string, measure: string): string =>
    `coalesce(sum(${column}) FILTER (WHERE measure LIKE '${measure}%'), 0)`;
  return `${sum('count', 'orders')}::int AS po_count, ${sum('amount', 'orders')} AS po_total,
         ${sum('count', 'invoiced')}::int AS invoice_count, ${sum('amount', 'invoiced')} AS invoiced_total,
         ${sum('count', 'paid')}::int AS paid_count, ${sum('amount', 'paid')} AS paid_total`;
}

/** @param suffix `.vendor`, `.department`, `.category`, or empty for the total */
function spendingMeasures(suffix: string): string[] {
  return ['orders', 'invoiced', 'paid'].map((measure) => measure + suffix);
}

/** Figures are stored per spelling of a category. All spellings form one group, named after the most used one. */
const ONE_SPELLING = `named AS (
  SELECT f.*, first_value(key) OVER (
           PARTITION BY CASE key WHEN '' THEN NULL ELSE text_key(substr(key, 2)) END ORDER BY po_count DESC, key) AS spelling
    FROM f
), spelled AS (
  SELECT spelling AS key, currency, sum(po_count)::int AS po_count, sum(po_total) AS po_total, sum(invoice_count)::int AS invoice_count,
         sum(invoiced_total) AS invoiced_total, sum(paid_count)::int AS paid_count, sum(paid_total) AS paid_total
    FROM named GROUP BY 1, 2)`;

/** Values of {@link spendingSql}: `figureValues` of the grouping; by category also $9, the measures by vendor. */
export function spendingValues(tenantId: TenantId, grouping: Grouping, period: Period, today: CalendarDate): unknown[] {
  const coarsest = grouping === 'month' ? 'month' : 'year';
  const values = figureValues(tenantId, spendingMeasures(GROUPS[grouping].suffix), period, { today, coarsest });
  return grouping === 'category' ? [...values, spendingMeasures(GROUPS.vendor.suffix)] : values;
}

/**
 * SELECT of the `Spending`s of a grouping, amounts as numeric text, without groups of zeros. Months are sorted by name
 * and currency, other groups by currency and ordered total, descending.
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

const COLUMNS = `${FIGURE_COLUMNS}, paid_count`;

/** SELECT of {@link Ranked}s: vendors and totals in one statement, so that both belong to the same moment. */
const withTotals = (vendors: string): string => `
SELECT part, certain, id::text AS key, id, name, currency, ${COLUMNS} FROM (
  SELECT 'row' AS part, certain, id, name, currency, ${COLUMNS} FROM ${vendors} v
  UNION ALL
  SELECT 'total', true, NULL, NULL, currency, ${COLUMNS} FROM totals) every
 ORDER BY currency, part, po_total DESC, name, key`;

/**
 * The SQL function `largest_vendors` reads the figures of the largest vendors of each year and month only. `certain` is
 * true if no other vendor can be among the largest. Values: `figureValues` of the measures over all vendors, $9 the
 * limit.
 */
const LARGEST = `
WITH totals AS MATERIALIZED (
  SELECT currency, ${spendingSums()} FROM (${FIGURES}) every GROUP BY currency
)${withTotals('largest_vendors((SELECT array_agg(currency) FROM totals), $3::text[], $4::date[], $5::date[], $6::int[], $7::date, $8::date, $9::int)')}`;

/** Values: `figureValues` of the measures by vendor, $9 measures over all vendors, $10 currencies, $11 limit. */
const ALL = `
WITH totals AS (
  SELECT currency, ${spendingSums()} FROM (${foldedFigures('$9')}
    UNION ALL${entriesNotFolded('$9')}) every
   WHERE currency = ANY ($10::text[]) GROUP BY currency
), summed AS MATERIALIZED (
  SELECT key, currency, ${spendingSums()} FROM (${foldedFigures('$2', ' AND currency = ANY ($10::text[])')}
    UNION ALL${entriesNotFolded('$2', ' AND currency = ANY ($10::text[])')}) every
   GROUP BY key, currency
), placed AS (
  SELECT s.*, v.id, v.name, row_number() OVER (PARTITION BY s.currency ORDER BY s.po_total DESC, v.name, s.key) AS place
    FROM summed s LEFT JOIN vendors v ON v.tenant_id = $1 AND v.id = s.key::bigint WHERE ${IS_SOMETHING}
)${withTotals('(SELECT *, true AS certain FROM placed WHERE place <= $11::int)')}`;

/** The largest vendors per currency, largest first, and the totals of all vendors. */
export interface LargestVendors {
  readonly rows: readonly Spending[];
  readonly totals: readonly Spending[];
  /** Currencies that required the sum of all vendors. */
  readonly searched: readonly string[];
}

@Injectable()
export class VendorSpending {
  constructor(private readonly reads: LaggingReads) {}

  /**
   * The largest vendors of a period by ordered total. Reads the figures of few vendors first, and of all vendors only
   * in currencies where those may not be the largest. Rows and total of one currency belong to the same moment.
   * @param limit vendors per currency
   */
  async largest(tenantId: TenantId, period: Period, today: CalendarDate, limit: number): Promise<LargestVendors> {
    const [found] = await this.reads.read<[Ranked]>(
      tenantId,
      query(LARGEST, [...figureValues(tenantId, spendingMeasures(''), period, { today }), limit]),
    );
    const currencies = found.filter(({ part }) => part === 'total').map(({ currency }) => currency);
    const of = (rows: readonly Ranked[], currency: string) => rows.filter((row) => row.currency === currency);
    const searched = currencies.filter((currency) => !isComplete(of(found, currency)));
    const values = figureValues(tenantId, spendingMeasures('.vendor'), period, { today });
    const all = query(ALL, [...values, spendingMeasures(''), searched, limit]);
    const [summed] = searched.length === 0 ? [[]] : await this.reads.read<[Ranked]>(tenantId, all);
    const ranked = currencies.flatMap((currency) => of(searched.includes(currency) ? summed : found, currency));
    return {
      rows: ranked.filter((row) => row.part === 'row' && isSomething(row)),
      totals: ranked.filter(({ part }) => part === 'total'),
      searched,
    };
  }
}
