-- Tenants of a sandbox whose reset is due: the last one was on an earlier day, or was begun, never finished, and its
-- lease has ended. Nothing where the database is no sandbox, and no tenant under a legal hold.
--
-- Takes: today, the day (UTC); at, the present instant.
-- Returns: ids of active tenants.
-- Called by: sandbox, each night.
CREATE OR REPLACE FUNCTION due_sandbox_tenants(today date, at timestamptz)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT t.id FROM public.tenants t LEFT JOIN public.sandbox_resets r ON r.tenant_id = t.id
   WHERE public.is_sandbox() AND t.status = 'active' AND t.legal_hold_since IS NULL
     AND CASE WHEN r.started_at IS NOT NULL AND r.finished_at IS NULL THEN r.lease_ends_at <= at
              ELSE coalesce(r.day, (t.created_at AT TIME ZONE 'UTC')::date) < today END
   ORDER BY t.id
$$;
