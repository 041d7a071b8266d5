import type { CalendarDate } from '../../common/clock';
import { type Query, query } from '../../database';
import type { Period } from '../domain/period';
import type { Ranked } from '../domain/ranking';
import { FIGURES, figureValues, folded } from '../../figures/figures.sql';
import { FIGURE_COLUMNS, IS_SOMETHING, measures, type SpendingRow, sumsOf } from './spending.sql';

/** A row as it comes. */
export type RankedRow = SpendingRow & Ranked;

const COLUMNS = `${FIGURE_COLUMNS}, paid_count`;

/** The totals, beside the vendors: in one statement, and so of one moment. */
const withTotals = (vendors: string): string => `
SELECT part, certain, id::text AS key, id, name, currency, ${COLUMNS} FROM (
  SELECT 'row' AS part, certain, id, name, currency, ${COLUMNS} FROM ${vendors} v
  UNION ALL
  SELECT 'total', true, NULL, NULL, currency, ${COLUMNS} FROM totals) every
 ORDER BY currency, part, po_total DESC, name, key`;

/** Values: as of `FIGURES` for the measures of the whole, and the limit. */
const LARGEST = `
WITH totals AS MATERIALIZED (
  SELECT currency, ${sumsOf()} FROM (${FIGURES}) every GROUP BY currency
)${withTotals('largest_vendors((SELECT array_agg(currency) FROM totals), $3::text[], $4::date[], $5::date[], $6::int[], $7::date, $8::date, $9::int)')}`;

/** Values: as of `FIGURES` for the measures by vendor, the measures of the whole, the currencies, and the limit. */
const ALL = `
WITH totals AS (
  SELECT currency, ${sumsOf()} FROM (${folded('$9')}
    UNION ALL
    SELECT measure, key, day, currency, count, amount FROM report_entries
     WHERE tenant_id = $1 AND measure = ANY ($9::text[]) AND day BETWEEN $7::date AND $8::date) every
   WHERE currency = ANY ($10::text[]) GROUP BY currency
), summed AS MATERIALIZED (
  SELECT key, currency, ${sumsOf()} FROM (${folded('$2', ' AND currency = ANY ($10::text[])')}
    UNION ALL
    SELECT measure, key, day, currency, count, amount FROM report_entries
     WHERE tenant_id = $1 AND measure = ANY ($2::text[]) AND day BETWEEN $7::date AND $8::date AND currency = ANY ($10::text[])) every
   GROUP BY key, currency
), placed AS (
  SELECT s.*, v.id, v.name, row_number() OVER (PARTITION BY s.currency ORDER BY s.po_total DESC, v.name, s.key) AS place
    FROM summed s LEFT JOIN vendors v ON v.tenant_id = $1 AND v.id = s.key::bigint WHERE ${IS_SOMETHING}
)${withTotals('(SELECT *, true AS certain FROM placed WHERE place <= $11::int)')}`;

/** The {@link RankedRow}s of the largest vendors of each currency, so far as they are found without all the others. */
export function largestVendors(tenantId: string, period: Period, today: CalendarDate, limit: number): Query {
  return query(LARGEST, [...figureValues(tenantId, measures(''), period, { today }), limit]);
}

/** The same by summing up all vendors that have figures in these currencies. */
export function allVendors(
  tenantId: string,
  period: Period,
  today: CalendarDate,
  limit: number,
  currencies: readonly string[],
): Query {
  const values = figureValues(tenantId, measures('.vendor'), period, { today });
  return query(ALL, [...values, measures(''), currencies, limit]);
}
