-- Keeps the present end of the tenant's chain as an anchor. What is sealed after an anchor is known to have happened after it, or
-- less than a day before: a verification holds the beginning of the chain to that. So there is none while rows of before there
-- were seals are still being sealed, nor while a row has waited for half a day.
--
-- Takes: at, the present instant.
-- Returns: the anchor; nothing where nothing is sealed yet, or old rows wait. An end that is anchored already keeps its time.
-- Called by: src/history/evidence/anchors.ts, once a day and for the command audit:anchor.
CREATE OR REPLACE FUNCTION anchor_evidence(at timestamptz)
RETURNS SETOF evidence_anchors
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  INSERT INTO public.evidence_anchors AS a (tenant_id, position, hash, anchored_at)
  SELECT c.tenant_id, c.position, c.hash, at FROM public.evidence_chains c
   WHERE c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid AND c.position > 0
     AND c.audit_after >= c.audit_until AND c.events_after >= c.events_until
     AND NOT EXISTS (SELECT FROM public.evidence_queue q
                      WHERE q.tenant_id = c.tenant_id AND q.queued_at < now() - interval '12 hours')
  ON CONFLICT (tenant_id, position) DO UPDATE SET anchored_at = a.anchored_at
  RETURNING *
$$;
