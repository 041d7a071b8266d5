-- Records that events of the tenant from before an instant may be gone, because their days have passed. Their seals stay.
--
-- Takes: before, the instant.
-- Called by: webhooks, in the transaction that removes old events.
CREATE OR REPLACE FUNCTION mark_events_removed(before timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE public.evidence_chains SET events_removed_before = before
   WHERE tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
     AND (events_removed_before IS NULL OR events_removed_before < before)
$$;
