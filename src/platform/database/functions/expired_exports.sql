-- Exports of all tenants with expired files, except tenants under a legal hold, oldest first.
--
-- Takes: at, the current time; most, the maximum number of rows.
-- Returns: tenant and id of each.
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
