import { categoryKey, entriesNotFolded, foldedFigures } from '../figures';

/**
 * SELECT of figures by category over a period, as rows like those of `FIGURES`. The statement must begin with {@link
 * RECATEGORIZED}. Figures of a vendor count under its current category, even for days before a change.
 *
 * Stored figures count a vendor under its `counted_category`, which differs from the category between a change and the
 * next fold. The last part of the SELECT moves the figures of such vendors; without them it costs nothing.
 * Values: `figureValues` of the measures by category, $9 the same measures by vendor.
 */
export const CATEGORY_FIGURES = `${foldedFigures()}
  UNION ALL
  SELECT ${byCategory('e.measure')}, ${categoryKey('v.counted_category')}, e.day, e.currency, e.count, e.amount
    FROM (${entriesNotFolded('$9')}) e LEFT JOIN vendors v ON v.tenant_id = $1 AND v.id = e.key::bigint
  UNION ALL
  SELECT ${byCategory('f.measure')}, s.key, f.day, f.currency, s.sign * f.count, s.sign * f.amount
    FROM (${foldedFigures('$9')}
          UNION ALL${entriesNotFolded('$9')}) f
    JOIN recategorized m ON m.key = f.key
   CROSS JOIN LATERAL (VALUES (${categoryKey('m.counted_category')}, -1), (${categoryKey('m.category')}, 1)) AS s (key, sign)
   WHERE EXISTS (SELECT FROM recategorized)`;

/** Common table expression of vendors whose stored figures still count under an earlier category. */
export const RECATEGORIZED = `recategorized AS MATERIALIZED (
  SELECT id, id::text AS key, category, counted_category FROM vendors
   WHERE tenant_id = $1 AND category IS DISTINCT FROM counted_category)`;

function byCategory(measure: string): string {
  return `replace(${measure}, '.vendor', '.category')`;
}
