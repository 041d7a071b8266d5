-- Tenants with seals after their last anchor and without an anchor of this day. Excludes tenants for which
-- anchor_evidence stores no anchor.
--
-- Takes: day, which begins at 00:00 UTC.
-- Returns: their ids.
-- Called by: src/history/evidence/anchors.ts, before anchor_evidence.
CREATE OR REPLACE FUNCTION tenants_to_anchor(day date)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT c.tenant_id FROM public.evidence_chains c
    LEFT JOIN LATERAL (SELECT a.position, a.anchored_at FROM public.evidence_anchors a
                        WHERE a.tenant_id = c.tenant_id ORDER BY a.position DESC LIMIT 1) last ON true
   WHERE c.position > coalesce(last.position, 0)
     AND (last.anchored_at IS NULL OR last.anchored_at < day::timestamp AT TIME ZONE 'UTC')
     AND c.audit_after >= c.audit_until AND c.events_after >= c.events_until
     AND NOT EXISTS (SELECT FROM public.evidence_queue q
                      WHERE q.tenant_id = c.tenant_id AND q.queued_at < now() - interval '12 hours')
   ORDER BY c.tenant_id
$$;
