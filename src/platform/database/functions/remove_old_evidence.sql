-- Deletes the oldest entries of the tenant's audit log with their seals, and records the new beginning of the chain. It
-- stops at the first entry that is younger, that no anchor covers, or whose event still exists. It never deletes
-- entries of the last year, and deletes none while the tenant is under a legal hold.
--
-- Takes: before, the time limit; at_most, the maximum number of seals.
-- Returns: the number of deleted seals.
-- Called by: src/history/evidence/retention.ts.
CREATE OR REPLACE FUNCTION remove_old_evidence(before timestamptz, at_most integer)
RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  until timestamptz := least(before, now() - interval '1 year');
  chain public.evidence_chains;
  last_old bigint;
BEGIN
  IF EXISTS (SELECT FROM public.tenants t WHERE t.id = tenant AND t.legal_hold_since IS NOT NULL) THEN
    RETURN 0;
  END IF;
  SELECT c.* INTO chain FROM public.evidence_chains c WHERE c.tenant_id = tenant FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  SELECT coalesce(min(n.position) FILTER (WHERE n.stays) - 1, max(n.position)) INTO last_old
    FROM (SELECT s.position,
                 coalesce(s.occurred_at, s.sealed_at) >= until
                 OR s.position > (SELECT coalesce(max(a.position), 0) FROM public.evidence_anchors a WHERE a.tenant_id = tenant)
                 OR s.kind = 'event' AND EXISTS (
                      SELECT FROM public.events e WHERE e.tenant_id = tenant AND e.id = s.row_id) AS stays
            FROM public.evidence_seals s
           WHERE s.tenant_id = tenant AND s.position > chain.start_position
           ORDER BY s.position LIMIT at_most) n;
  IF last_old IS NULL OR last_old <= chain.start_position THEN
    RETURN 0;
  END IF;

  UPDATE public.evidence_chains c
     SET start_position = last_old, removed_before = greatest(c.removed_before, until),
         start_hash = (SELECT s.hash FROM public.evidence_seals s WHERE s.tenant_id = tenant AND s.position = last_old)
   WHERE c.tenant_id = tenant;
  DELETE FROM public.audit_log a USING public.evidence_seals s
   WHERE s.tenant_id = tenant AND s.position <= last_old AND s.kind = 'audit'
     AND a.tenant_id = tenant AND a.id = s.row_id;
  DELETE FROM public.evidence_seals s WHERE s.tenant_id = tenant AND s.position <= last_old;
  RETURN last_old - chain.start_position;
END
$$;
