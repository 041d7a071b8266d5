-- Where the last sealed event of each of some tenants stands: whether there is anything for those who wait for changes.
--
-- Takes: tenants, their ids.
-- Returns: a row for each that has one.
-- Called by: src/history/changes/waiting.ts, while anybody waits.
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
