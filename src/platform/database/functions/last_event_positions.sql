-- The position of the last sealed event of each of these tenants. Shows whether waiting requests have new changes.
--
-- Takes: tenants, their ids.
-- Returns: one row per tenant with a sealed event.
-- Called by: src/history/changes/changes.feed.ts, while requests wait.
CREATE OR REPLACE FUNCTION last_event_positions(tenants uuid[])
RETURNS TABLE (tenant_id uuid, "position" bigint)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT t.id, n.position
    FROM unnest(tenants) AS t (id)
   CROSS JOIN LATERAL (SELECT s.position FROM public.evidence_seals s
                        WHERE s.tenant_id = t.id AND s.kind = 'event' ORDER BY s.position DESC LIMIT 1) n
$$;
