-- Ids of all tenants.
--
-- Returns: ids in ascending order.
-- Called by: verifications of all tenants, audit:anchor, restore:finish, and migrate with SANDBOX=true.
CREATE OR REPLACE FUNCTION all_tenants()
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT id FROM public.tenants ORDER BY id
$$;
