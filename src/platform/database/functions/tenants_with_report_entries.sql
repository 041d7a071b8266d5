-- Tenants with any report entry, or with a vendor to move to another category. Replaced by tenants_to_fold.
--
-- Returns: their ids.
-- Called by: no code of this release or of 0.1.0; only builds before 0.1.0 call it.
CREATE OR REPLACE FUNCTION tenants_with_report_entries()
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT DISTINCT tenant_id FROM public.report_entries
  UNION
  SELECT DISTINCT tenant_id FROM public.vendors WHERE category IS DISTINCT FROM counted_category
$$;
