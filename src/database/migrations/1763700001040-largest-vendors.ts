import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CURRENT_TENANT, runAll } from '../schema/migration-steps';

/** The largest vendors of a period without looking at the others: an index of their figures by size, and who reads it. */
export class LargestVendors1763700001040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [INDEX, LARGEST]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'DROP FUNCTION largest_vendors(text[], text[], date[], date[], integer[], date, date, integer)',
      'DROP INDEX ix_report_figures_largest',
    ]);
  }
}

/** Only a fold writes it. */
const INDEX = `CREATE INDEX ix_report_figures_largest ON report_figures (tenant_id, grain, day, currency, amount DESC)
  WHERE measure = 'orders.vendor'`;

/** A bucket's vendors in one currency, as the index has them. */
const ofBucket = (columns: string): string => `
      SELECT ${columns} FROM public.report_figures f
       WHERE f.tenant_id = tenant AND f.measure = 'orders.vendor' AND f.grain = b.grain AND f.day = b.day AND f.currency = c.currency`;

/** The next day, month or year of a range for which there are figures at all. */
const nextDay = (measure: string, range: string, after: string): string => `(
      SELECT f.day FROM public.report_figures f
       WHERE f.tenant_id = tenant AND f.measure = ${measure} AND f.grain = ${range}.grain AND f.day ${after} AND f.day <= ${range}.last
       ORDER BY f.day LIMIT 1)`;

/** The figures of a vendor in a bucket: OFFSET 0 has each looked up by itself. */
const lookedUp = (vendor: string, bucket = vendor): string => `
        CROSS JOIN LATERAL (
          SELECT f.count, f.amount FROM public.report_figures f
           WHERE f.tenant_id = tenant AND f.measure = ${bucket}.measure AND f.grain = ${bucket}.grain AND f.day = ${bucket}.day
             AND f.key = ${vendor}.key AND f.currency = ${vendor}.currency OFFSET 0) f`;

const sum = (column: string, measure: string): string =>
  `coalesce(sum(x.${column}) FILTER (WHERE x.measure = '${measure}.vendor'), 0)`;

/**
 * The vendors with the largest totals in each currency, by the threshold algorithm: of each day, month and year (a bucket)
 * that is added to the sum the \`depth\` largest are read. A vendor that is in none of these lists, and of whom nothing
 * waits to be folded, has at most the last of each list together; and what a figure that is taken off is below zero,
 * which none should be. Where the last vendor that is wanted has more than that, nobody can be missing: \`certain\`.
 * Where what the lists alone say of that vendor is not even half of it, as in a period of many parts in which all vendors
 * are much alike, nothing is looked up for that currency.
 *
 * The plan is made once, for making it takes longer than following it; that it counts on more currencies and buckets than
 * there are must not lead it to compiling, nor that it counts on few vendors to sorting all of them.
 */
const LARGEST = `
CREATE FUNCTION largest_vendors(codes text[], grains text[], firsts date[], lasts date[], signs integer[],
                                first_day date, last_day date, at_most integer)
RETURNS TABLE (currency text, id bigint, name text, certain boolean, po_count integer, po_total numeric,
               invoice_count integer, invoiced_total numeric, paid_count integer, paid_total numeric)
LANGUAGE plpgsql STABLE ROWS 100 SET search_path = pg_catalog, public
  SET plan_cache_mode = force_generic_plan SET max_parallel_workers_per_gather = 0 SET jit = off
  SET enable_mergejoin = off SET enable_sort = off AS $$
#variable_conflict use_column
DECLARE
  tenant uuid := ${CURRENT_TENANT};
BEGIN
  RETURN QUERY
  WITH RECURSIVE waiting AS MATERIALIZED (
    SELECT e.measure, e.key, e.currency, e.count, e.amount FROM public.report_entries e
     WHERE e.tenant_id = tenant AND e.measure IN ('orders.vendor', 'invoiced.vendor', 'paid.vendor')
       AND e.day BETWEEN first_day AND last_day
  ), steps AS (
    SELECT m.measure, r.grain, r.last, r.sign, ${nextDay('m.measure', 'r', '>= r.first')} AS day
      FROM unnest(grains, firsts, lasts, signs) AS r (grain, first, last, sign)
     CROSS JOIN (VALUES ('orders.vendor'), ('invoiced.vendor'), ('paid.vendor')) AS m (measure)
    UNION ALL
    SELECT s.measure, s.grain, s.last, s.sign, ${nextDay('s.measure', 's', '> s.day')} FROM steps s WHERE s.day IS NOT NULL
  ), buckets AS MATERIALIZED (
    SELECT measure, grain, day, sign FROM steps WHERE day IS NOT NULL
  ), reading AS MATERIALIZED (
    SELECT CASE count(*) WHEN 1 THEN (at_most * 5 + 3) / 4 ELSE at_most * 4 END AS depth FROM buckets WHERE measure = 'orders.vendor'
  ), lists AS MATERIALIZED (
    SELECT c.currency, b.grain, b.day, l.key, l.count, l.amount
      FROM buckets b CROSS JOIN unnest(codes) AS c (currency)
     CROSS JOIN LATERAL (${ofBucket('f.key, f.count, f.amount')} ORDER BY f.amount DESC LIMIT (SELECT depth FROM reading)) l
     WHERE b.measure = 'orders.vendor' AND b.sign = 1
  ), bounds AS (
    SELECT currency, sum(bound) AS bound FROM (
      SELECT currency, CASE count(*) WHEN (SELECT depth FROM reading) THEN greatest(min(amount), 0) ELSE 0 END AS bound
        FROM lists GROUP BY currency, grain, day
      UNION ALL
      SELECT unnest(codes), 0
      UNION ALL
      SELECT c.currency, -least(0, (${ofBucket('f.amount')} ORDER BY f.amount LIMIT 1))
        FROM buckets b CROSS JOIN unnest(codes) AS c (currency)
       WHERE b.measure = 'orders.vendor' AND b.sign = -1) parts
     GROUP BY currency
  ), seen AS (
    SELECT currency, key, sum(amount) AS amount FROM lists GROUP BY currency, key
  ), hopeful AS (
    SELECT b.currency FROM bounds b
     WHERE b.bound <= 2 * coalesce((SELECT s.amount FROM seen s WHERE s.currency = b.currency
                                     ORDER BY s.amount DESC OFFSET at_most - 1 LIMIT 1), 0)
  ), candidates AS (
    SELECT currency, key FROM seen JOIN hopeful USING (currency)
    UNION
    SELECT currency, key FROM waiting JOIN hopeful USING (currency) WHERE measure = 'orders.vendor'
  ), summed AS (
    SELECT currency, key, sum(count)::integer AS po_count, sum(amount) AS po_total FROM (
      SELECT currency, key, count, amount FROM lists JOIN hopeful USING (currency)
      UNION ALL
      SELECT u.currency, u.key, u.sign * f.count, u.sign * f.amount
        FROM (SELECT c.currency, c.key, b.measure, b.grain, b.day, b.sign
                FROM candidates c CROSS JOIN buckets b LEFT JOIN lists l USING (currency, key, grain, day)
               WHERE b.measure = 'orders.vendor' AND l.key IS NULL OFFSET 0) u${lookedUp('u')}
      UNION ALL
      SELECT currency, key, count, amount FROM waiting JOIN hopeful USING (currency) WHERE measure = 'orders.vendor') every
     GROUP BY currency, key
  ), placed AS (
    SELECT s.*, v.name, row_number() OVER (PARTITION BY s.currency ORDER BY s.po_total DESC, v.name, s.key) AS place
      FROM summed s
      LEFT JOIN LATERAL (SELECT v.name FROM public.vendors v WHERE v.tenant_id = tenant AND v.id = s.key::bigint OFFSET 0) v ON true
  ), largest AS MATERIALIZED (
    SELECT p.*, bool_or(p.place = at_most AND p.po_total > b.bound) OVER (PARTITION BY p.currency) AS certain
      FROM placed p JOIN bounds b USING (currency) WHERE p.place <= at_most
  ), others AS (
    SELECT x.currency, x.key, ${sum('count', 'invoiced')} AS invoice_count, ${sum('amount', 'invoiced')} AS invoiced_total,
           ${sum('count', 'paid')} AS paid_count, ${sum('amount', 'paid')} AS paid_total
      FROM (SELECT l.currency, l.key, b.measure, b.sign * f.count AS count, b.sign * f.amount AS amount
              FROM largest l CROSS JOIN buckets b${lookedUp('l', 'b')}
             WHERE b.measure <> 'orders.vendor'
            UNION ALL
            SELECT w.currency, w.key, w.measure, w.count, w.amount FROM waiting w JOIN largest l USING (currency, key)
             WHERE w.measure <> 'orders.vendor') x
     GROUP BY x.currency, x.key
  )
  SELECT l.currency, l.key::bigint, l.name, l.certain, l.po_count, l.po_total, coalesce(o.invoice_count, 0)::integer,
         coalesce(o.invoiced_total, 0), coalesce(o.paid_count, 0)::integer, coalesce(o.paid_total, 0)
    FROM largest l LEFT JOIN others o USING (currency, key);
END $$`;
