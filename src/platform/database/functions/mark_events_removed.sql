-- Records that events of the tenant from before an instant may be gone, because their days have passed, and up to which position
-- all events are from before it: no event behind that position is removed. The seals of all of them stay.
--
-- The chain is locked by a statement of its own. Sealing holds it until its commit, and one statement that waited for it would look
-- for seals as they were before the wait: an event that was sealed meanwhile would be passed over.
--
-- Takes: before, the instant.
-- Called by: webhooks, in a transaction before the one that removes old events.
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
