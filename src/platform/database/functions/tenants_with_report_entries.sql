-- Tenants with any report entry. tenants_to_fold has taken its place; this one stays for instances of the release before,
-- which run on while this one starts.
--
-- Returns: their ids.
-- Called by: nobody in this release.
CREATE OR REPLACE FUNCTION tenants_with_report_entries()
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT DISTINCT tenant_id FROM public.report_entries
  UNION
  SELECT DISTINCT tenant_id FROM public.vendors WHERE category IS DISTINCT FROM counted_category
$$;
