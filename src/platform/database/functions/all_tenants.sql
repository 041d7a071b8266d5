-- Ids of all tenants, for nightly work that visits each.
--
-- Returns: their ids, in the order of the ids.
-- Called by: budgets, reports and evidence, outside of any tenant; by migrate, where a database is to be a sandbox.
CREATE OR REPLACE FUNCTION all_tenants()
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT id FROM public.tenants ORDER BY id
$$;
