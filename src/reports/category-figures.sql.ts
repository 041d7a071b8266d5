import { folded } from '../figures/figures.sql';

/** A category as the key of a figure; what has none shares the empty key. */
export const categoryKey = (category: string): string => `coalesce(':' || ${category}, '')`;

/**
 * Spending by category over a period, as of `FIGURES`: each vendor's under the category it has now.
 *
 * Folded figures stand under the `counted_category` of their vendors, and what is not folded yet is counted there too.
 * Of a vendor whose category has changed since, all of it is moved to the present one here, until a fold does; as a rule
 * there is none, and its part is not even begun.
 * Values: as of `FIGURES` for the measures by category, then the same measures by vendor.
 */
export const CATEGORY_FIGURES = `${folded()}
  UNION ALL
  SELECT ${byCategory('e.measure')}, ${categoryKey('v.counted_category')}, e.day, e.currency, e.count, e.amount
    FROM report_entries e LEFT JOIN vendors v ON v.tenant_id = $1 AND v.id = e.key::bigint
   WHERE e.tenant_id = $1 AND e.measure = ANY ($9::text[]) AND e.day BETWEEN $7::date AND $8::date
  UNION ALL
  SELECT ${byCategory('f.measure')}, s.key, f.day, f.currency, s.sign * f.count, s.sign * f.amount
    FROM (${folded('$9')}
          UNION ALL
          SELECT measure, key, day, currency, count, amount FROM report_entries
           WHERE tenant_id = $1 AND measure = ANY ($9::text[]) AND day BETWEEN $7::date AND $8::date) f
    JOIN moved m ON m.key = f.key
   CROSS JOIN LATERAL (VALUES (${categoryKey('m.counted_category')}, -1), (${categoryKey('m.category')}, 1)) AS s (key, sign)
   WHERE EXISTS (SELECT FROM moved)`;

/** Vendors that are counted under another category than the one they have. */
export const MOVED = `moved AS MATERIALIZED (
  SELECT id, id::text AS key, category, counted_category FROM vendors
   WHERE tenant_id = $1 AND category IS DISTINCT FROM counted_category)`;

function byCategory(measure: string): string {
  return `replace(${measure}, '.vendor', '.category')`;
}
