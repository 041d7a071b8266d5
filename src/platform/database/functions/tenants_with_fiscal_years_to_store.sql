-- Tenants that change the first month of their fiscal year, and tenants with credit notes that lack a fiscal year because the
-- release before recorded them.
--
-- Takes: nothing.
-- Returns: their ids.
-- Called by: src/organisation/settings/fiscal-year-job.ts, before it opens transactions for each.
CREATE OR REPLACE FUNCTION tenants_with_fiscal_years_to_store()
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT t.id FROM public.tenants t WHERE t.pending_fiscal_series IS NOT NULL
  UNION
  SELECT c.tenant_id FROM public.credit_notes c WHERE c.fiscal_year IS NULL
$$;
