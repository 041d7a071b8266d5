-- Tenants whose vendors have no scores of today yet and whose scores may have changed with the date: those with facts
-- of the last year or with a score above 0. Without facts of the last year a score is 0 and does not change.
--
-- Takes: today.
-- Returns: their ids.
-- Called by: src/procurement/vendor-performance/daily-refresh.ts.
CREATE OR REPLACE FUNCTION tenants_to_score(today date)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT t.id FROM public.tenants t
   WHERE coalesce(t.scores_as_of < today, true)
     AND (EXISTS (SELECT FROM public.vendors v WHERE v.tenant_id = t.id AND v.performance_score > 0)
          OR EXISTS (SELECT FROM public.vendor_performance_periods p
                      WHERE p.tenant_id = t.id AND p.grain = 'day' AND p.day > today - 366))
   ORDER BY t.id
$$;
