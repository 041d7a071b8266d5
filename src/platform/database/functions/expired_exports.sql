-- Exports whose files have been kept long enough, of all tenants but those under a legal hold, the oldest first.
--
-- Takes: at, the present instant; most, rows returned at most.
-- Returns: the tenant and the id of each.
-- Called by: exports, to remove their files.
CREATE OR REPLACE FUNCTION expired_exports(at timestamptz, most integer)
RETURNS TABLE(tenant_id uuid, id bigint)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT e.tenant_id, e.id FROM public.exports e WHERE e.expires_at <= at
     AND NOT EXISTS (SELECT FROM public.tenants t WHERE t.id = e.tenant_id AND t.legal_hold_since IS NOT NULL)
   ORDER BY e.expires_at LIMIT most
$$;
