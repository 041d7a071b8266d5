-- Active tenants of a sandbox that are due for a reset. The last reset (without one, the creation) was on an earlier
-- day. An unfinished reset is due when its lease has ended. Returns no tenant under a legal hold, and none if the
-- database is not a sandbox.
--
-- Takes: today, the day (UTC), or infinity for all tenants; at, the current time.
-- Returns: ids.
-- Called by: sandbox, for the nightly reset and for a reset of all tenants.
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
