-- Records that events of the tenant from before an instant may be gone, because their days have passed, and up to which position
-- all events are from before it: no event behind that position is removed. The seals of all of them stay.
--
-- Takes: before, the instant.
-- Called by: webhooks, in a transaction before the one that removes old events.
CREATE OR REPLACE FUNCTION mark_events_removed(before timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE public.evidence_chains c
     SET events_removed_before = before,
         events_start_position = greatest(c.events_start_position, coalesce(
           (SELECT s.position - 1 FROM public.evidence_seals s
             WHERE s.tenant_id = c.tenant_id AND s.kind = 'event' AND s.position > c.events_start_position
               AND s.occurred_at >= before
             ORDER BY s.position LIMIT 1), c.position))
   WHERE c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
     AND (c.events_removed_before IS NULL OR c.events_removed_before <= before)
$$;
