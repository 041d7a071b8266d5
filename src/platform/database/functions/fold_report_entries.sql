-- Adds report entries of the current tenant to its report figures, and deletes the entries. Every change of an order,
-- invoice, payment, vendor or vendor's performance appends entries (functions follow_*_for_reports). Figures are sums
-- by day, month and year, so that a report reads few rows.
--
-- The figures of a vendor also count under its counted_category. Only this function changes that column, under an
-- advisory lock, so writers need not consider a category that is changing. It moves the figures of a vendor whose
-- category has changed to the new category. Vendors locked by another transaction are moved by a later call.
--
-- Takes: at_most, the maximum number of entries of this call.
-- Returns: whether more may be left; false if another call is running for the tenant.
-- Called by: src/procurement/figures/figure-folding.ts. Every five seconds it folds the tenants with 200 entries or
-- with a vendor to move; every five minutes all tenants with entries.
CREATE OR REPLACE FUNCTION fold_report_entries(at_most integer)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  folded bigint;
  moved_vendors bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended(tenant::text, 7305501221)) THEN
    RETURN false;
  END IF;

  -- Waiting entries become figures. Both queries of this statement see the same entries: those that are written meanwhile
  -- are left to the next call, whatever their ids.
  WITH taken AS (
    DELETE FROM public.report_entries e
     WHERE e.tenant_id = tenant AND e.id <= (
       SELECT max(n.id)
         FROM (SELECT id FROM public.report_entries WHERE tenant_id = tenant ORDER BY id LIMIT at_most) n)
    RETURNING e.measure, e.key, e.day, e.currency, e.count, e.amount
  ), added AS (
    INSERT INTO public.report_figures AS f (tenant_id, measure, grain, day, key, currency, count, amount)
    SELECT tenant, c.measure, g.grain, date_trunc(g.grain, c.day::timestamp)::date AS first, c.key, c.currency,
           sum(c.count), sum(c.amount)
      FROM (
      -- What counts as it is.
      SELECT t.measure, t.key, t.day, t.currency, t.count, t.amount FROM taken t WHERE t.measure NOT LIKE 'performance.%'
      UNION ALL
      -- The performance of all vendors together.
      SELECT replace(t.measure, '.vendor', ''), '', t.day, t.currency, t.count, t.amount
        FROM taken t WHERE t.measure LIKE 'performance.%'
      UNION ALL
      -- A vendor's figures under its category; vendors without one share the empty key.
      SELECT replace(t.measure, '.vendor', '.category'), coalesce(':' || v.counted_category, ''), t.day, t.currency,
             t.count, t.amount
        FROM taken t LEFT JOIN public.vendors v ON v.tenant_id = tenant AND v.id = t.key::bigint
       WHERE t.measure LIKE '%.vendor') AS c
     CROSS JOIN (VALUES ('day'), ('month'), ('year')) AS g (grain)
     GROUP BY c.measure, g.grain, first, c.key, c.currency
    ON CONFLICT (tenant_id, measure, grain, day, key, currency)
    DO UPDATE SET count = f.count + EXCLUDED.count, amount = f.amount + EXCLUDED.amount
  )
  SELECT count(*) INTO folded FROM taken;

  -- Vendors whose category has changed take what was counted for them from the old category to the new one.
  WITH moved AS MATERIALIZED (
    SELECT id, category, counted_category FROM public.vendors
     WHERE tenant_id = tenant AND category IS DISTINCT FROM counted_category
     ORDER BY id LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED
  ), theirs AS (
    SELECT m.id, d.measure, d.day, d.currency, d.count, d.amount
      FROM moved m JOIN public.report_figures d
        ON d.tenant_id = tenant AND d.key = m.id::text AND d.grain = 'day'
       AND d.measure IN ('orders.vendor', 'invoiced.vendor', 'paid.vendor')
    -- Of performance, what is folded of a vendor is what it has, less what waits.
    UNION ALL
    SELECT m.id, x.measure, x.day, '', x.count, x.amount
      FROM moved m
      JOIN public.vendor_performance_periods p ON p.tenant_id = tenant AND p.vendor_id = m.id AND p.grain = 'day'
     CROSS JOIN LATERAL public.report_performance_figures(p) x
    UNION ALL
    SELECT m.id, e.measure, e.day, e.currency, -e.count, -e.amount
      FROM moved m JOIN public.report_entries e
        ON e.tenant_id = tenant AND e.key = m.id::text AND e.measure LIKE 'performance.%.vendor'
  ), added AS (
    INSERT INTO public.report_figures AS f (tenant_id, measure, grain, day, key, currency, count, amount)
    SELECT tenant, c.measure, g.grain, date_trunc(g.grain, c.day::timestamp)::date AS first, c.key, c.currency,
           sum(c.count), sum(c.amount)
      FROM (
      SELECT replace(t.measure, '.vendor', '.category') AS measure, s.key, t.day, t.currency,
             s.sign * t.count AS count, s.sign * t.amount AS amount
        FROM theirs t JOIN moved m USING (id)
       CROSS JOIN LATERAL (VALUES
         (coalesce(':' || m.counted_category, ''), -1), (coalesce(':' || m.category, ''), 1)) AS s (key, sign)) AS c
     CROSS JOIN (VALUES ('day'), ('month'), ('year')) AS g (grain)
     GROUP BY c.measure, g.grain, first, c.key, c.currency
    ON CONFLICT (tenant_id, measure, grain, day, key, currency)
    DO UPDATE SET count = f.count + EXCLUDED.count, amount = f.amount + EXCLUDED.amount
  )
  UPDATE public.vendors v SET counted_category = m.category FROM moved m WHERE v.tenant_id = tenant AND v.id = m.id;
  GET DIAGNOSTICS moved_vendors = ROW_COUNT;

  RETURN folded = at_most OR moved_vendors = 100;
END
$$;
