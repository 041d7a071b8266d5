-- Tenants with an import that ended before a time, except tenants under a legal hold.
--
-- Takes: before, the time.
-- Returns: their ids.
-- Called by: imports, every hour.
CREATE OR REPLACE FUNCTION tenants_to_prune_imports(before timestamptz)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT DISTINCT i.tenant_id FROM public.imports i
    JOIN public.tenants t ON t.id = i.tenant_id AND t.legal_hold_since IS NULL
   WHERE i.finished_at < before
$$;
