-- Tenants with at least at_least report entries, or with a vendor to move to another category. It skips from tenant to
-- tenant in the index and reads at most at_least rows of each.
--
-- Takes: at_least.
-- Returns: their ids.
-- Called by: src/procurement/figures/figure-folding.ts, before fold_report_entries.
CREATE OR REPLACE FUNCTION tenants_to_fold(at_least integer)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  WITH RECURSIVE t (id) AS (
    (SELECT tenant_id FROM public.report_entries ORDER BY tenant_id LIMIT 1)
    UNION ALL
    SELECT (SELECT e.tenant_id FROM public.report_entries e WHERE e.tenant_id > t.id ORDER BY e.tenant_id LIMIT 1)
      FROM t WHERE t.id IS NOT NULL
  )
  SELECT t.id FROM t
   WHERE EXISTS (SELECT FROM public.report_entries e WHERE e.tenant_id = t.id ORDER BY e.id OFFSET at_least - 1)
  UNION
  SELECT tenant_id FROM public.vendors WHERE category IS DISTINCT FROM counted_category
$$;
