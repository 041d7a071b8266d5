import type { CalendarDate, Period } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { type Query, query } from '../../database';
import { entriesNotFolded, FIGURES, figureValues, foldedFigures } from '../../figures';
import type { Ranked } from '../domain/ranking';
import { FIGURE_COLUMNS, IS_SOMETHING, spendingMeasures, spendingSums, type SpendingRow } from './spending.sql';

/** A vendor's spending in one currency, or the sum over all vendors, as numeric text. */
export type RankedRow = SpendingRow & Ranked;

const COLUMNS = `${FIGURE_COLUMNS}, paid_count`;

/** SELECT of {@link RankedRow}s: the vendors' and the totals in one statement, so that both show the same moment. */
const withTotals = (vendors: string): string => `
SELECT part, certain, id::text AS key, id, name, currency, ${COLUMNS} FROM (
  SELECT 'row' AS part, certain, id, name, currency, ${COLUMNS} FROM ${vendors} v
  UNION ALL
  SELECT 'total', true, NULL, NULL, currency, ${COLUMNS} FROM totals) every
 ORDER BY currency, part, po_total DESC, name, key`;

/**
 * The SQL function `largest_vendors` reads the figures of few vendors, the largest of each year and month, and says whether no
 * other vendor can belong among them (`certain`). Values: `figureValues` of the measures over all vendors, and $9 the limit.
 */
const LARGEST = `
WITH totals AS MATERIALIZED (
  SELECT currency, ${spendingSums()} FROM (${FIGURES}) every GROUP BY currency
)${withTotals('largest_vendors((SELECT array_agg(currency) FROM totals), $3::text[], $4::date[], $5::date[], $6::int[], $7::date, $8::date, $9::int)')}`;

/** Values: `figureValues` of the measures by vendor, $9 the measures over all vendors, $10 the currencies, $11 the limit. */
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

/**
 * Query of the {@link RankedRow}s of the largest vendors of each currency, without summing all vendors. `isComplete` says
 * whether they are the largest.
 * @param limit vendors of each currency
 */
export function largestVendors(tenantId: TenantId, period: Period, today: CalendarDate, limit: number): Query {
  return query(LARGEST, [...figureValues(tenantId, spendingMeasures(''), period, { today }), limit]);
}

/** The same as {@link largestVendors}, but always complete: sums all vendors that have figures in these currencies. */
export function allVendors(
  tenantId: TenantId,
  period: Period,
  today: CalendarDate,
  limit: number,
  currencies: readonly string[],
): Query {
  const values = figureValues(tenantId, spendingMeasures('.vendor'), period, { today });
  return query(ALL, [...values, spendingMeasures(''), currencies, limit]);
}
