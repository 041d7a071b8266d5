-- Records that events of the tenant from before a time may be deleted, because their retention is over. Also records
-- the position up to which all events are older than that time; events after that position are not deleted. Seals
-- remain.
--
-- A separate statement locks the chain. Sealing holds this lock until its commit. If one statement waited and then read
-- the seals, it would use a snapshot from before the wait and miss an event sealed during the wait.
--
-- Takes: before, the time.
-- Called by: webhooks, in a transaction before the one that deletes old events.
CREATE OR REPLACE FUNCTION mark_events_removed(before timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  of_tenant CONSTANT uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
BEGIN
  PERFORM 1 FROM public.evidence_chains c WHERE c.tenant_id = of_tenant FOR NO KEY UPDATE;
  UPDATE public.evidence_chains c
     SET events_removed_before = before,
         events_start_position = greatest(c.events_start_position, coalesce(
           (SELECT s.position - 1 FROM public.evidence_seals s
             WHERE s.tenant_id = c.tenant_id AND s.kind = 'event' AND s.position > c.events_start_position
               AND s.occurred_at >= before
             ORDER BY s.position LIMIT 1), c.position))
   WHERE c.tenant_id = of_tenant
     AND (c.events_removed_before IS NULL OR c.events_removed_before <= before);
END
$$;
