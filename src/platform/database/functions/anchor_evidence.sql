-- Stores the current end of the tenant's chain as an anchor. An anchor limits the age of later rows: rows sealed after
-- it happened after it, or less than a day before it. A verification checks this for the beginning of the chain.
-- Therefore no anchor is stored while rows from before sealing existed are unsealed, or while a row has waited for 12
-- hours.
--
-- Takes: at, the current time.
-- Returns: the anchor; no row if nothing is sealed yet or rows wait. An end with an anchor retains its first time.
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
