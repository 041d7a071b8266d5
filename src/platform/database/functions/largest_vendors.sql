-- The vendors with the largest order totals of a period per currency, with their invoiced and paid totals.
--
-- It uses the threshold algorithm. A bucket is a day, month or year. From each added bucket it reads only the largest
-- figures ("lists", each "depth" long). The "bound" is the largest total that a vendor outside these lists can have, if
-- it has no unfolded entries. It is the sum of the last figures of all full lists. For each subtracted bucket its
-- lowest negative figure is added (there should be none). If the last requested vendor has a larger total than the
-- bound, the result is "certain": no vendor is missing. If that vendor has less than half the bound in the lists alone,
-- the function skips the currency (it is not "hopeful") and reads no more for it. That occurs in periods of many
-- buckets with similar vendors.
--
-- The settings fix one generic plan, because planning takes longer than execution. The planner overestimates currencies
-- and buckets, so JIT compilation and parallel workers are off. It underestimates vendors, so sorts and merge joins of
-- all vendors are off.
--
-- Takes: codes, the currencies. grains ('day', 'month', 'year'), firsts, lasts and signs: the ranges of buckets of the
-- period, each added (1) or subtracted (-1). first_day and last_day of the period, for unfolded entries. at_most,
-- vendors per currency.
-- Returns: the vendors, and per currency whether its list is certain. If it is not, the caller sums up all vendors.
-- Called by: reports, for the spending of vendors.
CREATE OR REPLACE FUNCTION largest_vendors(
  codes text[], grains text[], firsts date[], lasts date[], signs integer[], first_day date,
  last_day date, at_most integer
)
RETURNS TABLE (
  currency text, id bigint, name text, certain boolean, po_count integer, po_total numeric,
  invoice_count integer, invoiced_total numeric, paid_count integer, paid_total numeric
)
LANGUAGE plpgsql STABLE ROWS 100
SET search_path = pg_catalog, public
SET plan_cache_mode = force_generic_plan
SET max_parallel_workers_per_gather = 0
SET jit = off
SET enable_mergejoin = off
SET enable_sort = off
AS $$
#variable_conflict use_column
DECLARE
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
BEGIN
  RETURN QUERY
  -- Entries that are not folded yet.
  WITH RECURSIVE waiting AS MATERIALIZED (
    SELECT e.measure, e.key, e.currency, e.count, e.amount FROM public.report_entries e
     WHERE e.tenant_id = tenant AND e.measure IN ('orders.vendor', 'invoiced.vendor', 'paid.vendor')
       AND e.day BETWEEN first_day AND last_day
  -- The buckets of each range that have figures at all, one after the other.
  ), steps AS (
    SELECT m.measure, r.grain, r.last, r.sign, (
      SELECT f.day FROM public.report_figures f
       WHERE f.tenant_id = tenant AND f.measure = m.measure AND f.grain = r.grain
         AND f.day >= r.first AND f.day <= r.last
       ORDER BY f.day LIMIT 1) AS day
      FROM unnest(grains, firsts, lasts, signs) AS r (grain, first, last, sign)
     CROSS JOIN (VALUES ('orders.vendor'), ('invoiced.vendor'), ('paid.vendor')) AS m (measure)
    UNION ALL
    SELECT s.measure, s.grain, s.last, s.sign, (
      SELECT f.day FROM public.report_figures f
       WHERE f.tenant_id = tenant AND f.measure = s.measure AND f.grain = s.grain
         AND f.day > s.day AND f.day <= s.last
       ORDER BY f.day LIMIT 1) FROM steps s WHERE s.day IS NOT NULL
  ), buckets AS MATERIALIZED (
    SELECT measure, grain, day, sign FROM steps WHERE day IS NOT NULL
  ), reading AS MATERIALIZED (
    SELECT CASE count(*) WHEN 1 THEN (at_most * 5 + 3) / 4 ELSE at_most * 4 END AS depth
      FROM buckets WHERE measure = 'orders.vendor'
  -- The largest order totals of each bucket.
  ), lists AS MATERIALIZED (
    SELECT c.currency, b.grain, b.day, l.key, l.count, l.amount
      FROM buckets b CROSS JOIN unnest(codes) AS c (currency)
     CROSS JOIN LATERAL (
      SELECT f.key, f.count, f.amount FROM public.report_figures f
       WHERE f.tenant_id = tenant AND f.measure = 'orders.vendor' AND f.grain = b.grain AND f.day = b.day
         AND f.currency = c.currency
       ORDER BY f.amount DESC LIMIT (SELECT depth FROM reading)) l
     WHERE b.measure = 'orders.vendor' AND b.sign = 1
  ), bounds AS (
    SELECT currency, sum(bound) AS bound FROM (
      SELECT currency, CASE count(*) WHEN (SELECT depth FROM reading) THEN greatest(min(amount), 0) ELSE 0 END AS bound
        FROM lists GROUP BY currency, grain, day
      UNION ALL
      SELECT unnest(codes), 0
      UNION ALL
      SELECT c.currency, -least(0, (
      SELECT f.amount FROM public.report_figures f
       WHERE f.tenant_id = tenant AND f.measure = 'orders.vendor' AND f.grain = b.grain AND f.day = b.day
         AND f.currency = c.currency
       ORDER BY f.amount LIMIT 1))
        FROM buckets b CROSS JOIN unnest(codes) AS c (currency)
       WHERE b.measure = 'orders.vendor' AND b.sign = -1) parts
     GROUP BY currency
  ), seen AS (
    SELECT currency, key, sum(amount) AS amount FROM lists GROUP BY currency, key
  ), hopeful AS (
    SELECT b.currency FROM bounds b
     WHERE b.bound <= 2 * coalesce((SELECT s.amount FROM seen s WHERE s.currency = b.currency
                                     ORDER BY s.amount DESC OFFSET at_most - 1 LIMIT 1), 0)
  -- Everybody who may be among the largest, and what each has in all buckets; OFFSET 0 has each figure looked up by itself.
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
               WHERE b.measure = 'orders.vendor' AND l.key IS NULL OFFSET 0) u
        CROSS JOIN LATERAL (
          SELECT f.count, f.amount FROM public.report_figures f
           WHERE f.tenant_id = tenant AND f.measure = u.measure AND f.grain = u.grain AND f.day = u.day
             AND f.key = u.key AND f.currency = u.currency OFFSET 0) f
      UNION ALL
      SELECT currency, key, count, amount FROM waiting JOIN hopeful USING (currency) WHERE measure = 'orders.vendor') every
     GROUP BY currency, key
  ), placed AS (
    SELECT s.*, v.name, row_number() OVER (PARTITION BY s.currency ORDER BY s.po_total DESC, v.name, s.key) AS place
      FROM summed s
      LEFT JOIN LATERAL (
        SELECT v.name FROM public.vendors v WHERE v.tenant_id = tenant AND v.id = s.key::bigint OFFSET 0) v ON true
  ), largest AS MATERIALIZED (
    SELECT p.*, bool_or(p.place = at_most AND p.po_total > b.bound) OVER (PARTITION BY p.currency) AS certain
      FROM placed p JOIN bounds b USING (currency) WHERE p.place <= at_most
  -- What the largest have invoiced and were paid.
  ), others AS (
    SELECT x.currency, x.key,
           coalesce(sum(x.count) FILTER (WHERE x.measure = 'invoiced.vendor'), 0) AS invoice_count,
           coalesce(sum(x.amount) FILTER (WHERE x.measure = 'invoiced.vendor'), 0) AS invoiced_total,
           coalesce(sum(x.count) FILTER (WHERE x.measure = 'paid.vendor'), 0) AS paid_count,
           coalesce(sum(x.amount) FILTER (WHERE x.measure = 'paid.vendor'), 0) AS paid_total
      FROM (SELECT l.currency, l.key, b.measure, b.sign * f.count AS count, b.sign * f.amount AS amount
              FROM largest l CROSS JOIN buckets b
        CROSS JOIN LATERAL (
          SELECT f.count, f.amount FROM public.report_figures f
           WHERE f.tenant_id = tenant AND f.measure = b.measure AND f.grain = b.grain AND f.day = b.day
             AND f.key = l.key AND f.currency = l.currency OFFSET 0) f
             WHERE b.measure <> 'orders.vendor'
            UNION ALL
            SELECT w.currency, w.key, w.measure, w.count, w.amount FROM waiting w JOIN largest l USING (currency, key)
             WHERE w.measure <> 'orders.vendor') x
     GROUP BY x.currency, x.key
  )
  SELECT l.currency, l.key::bigint, l.name, l.certain, l.po_count, l.po_total, coalesce(o.invoice_count, 0)::integer,
         coalesce(o.invoiced_total, 0), coalesce(o.paid_count, 0)::integer, coalesce(o.paid_total, 0)
    FROM largest l LEFT JOIN others o USING (currency, key);
END
$$;
