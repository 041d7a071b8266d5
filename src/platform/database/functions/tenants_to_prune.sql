-- Tenants whose old rows may be deleted: all except those under a legal hold. Replaced by tenants_to_prune_webhooks and
-- tenants_to_prune_imports.
--
-- Returns: ids in ascending order.
-- Called by: no code of this release; kept for instances of its earlier builds. 0.1.0 has no such function.
CREATE OR REPLACE FUNCTION tenants_to_prune()
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT id FROM public.tenants WHERE legal_hold_since IS NULL ORDER BY id
$$;
