-- Ids of the tenants whose old rows may be removed: all but those under a legal hold.
--
-- Returns: their ids, in the order of the ids.
-- Called by: webhooks and imports, before they remove what is old.
CREATE OR REPLACE FUNCTION tenants_to_prune()
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT id FROM public.tenants WHERE legal_hold_since IS NULL ORDER BY id
$$;
