-- Tenants with a pending change of their fiscal year's first month, and tenants with credit notes without a fiscal
-- year. The previous release stores none.
--
-- Returns: their ids.
-- Called by: src/organisation/settings/fiscal-year-change.ts, before it opens transactions for each.
CREATE OR REPLACE FUNCTION tenants_with_fiscal_years_to_store()
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT t.id FROM public.tenants t WHERE t.pending_fiscal_series IS NOT NULL
  UNION
  SELECT c.tenant_id FROM public.credit_notes c WHERE c.fiscal_year IS NULL
$$;
