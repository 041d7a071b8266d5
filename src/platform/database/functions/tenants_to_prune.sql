-- Ids of the tenants whose old rows may be removed: all but those under a legal hold. tenants_to_prune_webhooks and
-- tenants_to_prune_imports have taken its place; this one stays for instances of a build before, which run on while this one starts.
--
-- Returns: their ids, in the order of the ids.
-- Called by: nobody in this release.
CREATE OR REPLACE FUNCTION tenants_to_prune()
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT id FROM public.tenants WHERE legal_hold_since IS NULL ORDER BY id
$$;
