-- How much waits in the webhook queue of all tenants, and since when the oldest has been due. For metrics.
--
-- Takes: at, the present instant.
-- Returns: one row: pending deliveries, those due, those being attempted, and when the oldest was due.
-- Called by: webhooks of the release before webhook_queue_by_lane, while it is replaced.
CREATE OR REPLACE FUNCTION webhook_queue_state(at timestamptz)
RETURNS TABLE(pending bigint, due bigint, leased bigint, oldest_due_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 1
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT count(*), count(*) FILTER (WHERE due_at <= at), count(*) FILTER (WHERE lease_token IS NOT NULL AND due_at > at),
         min(due_at) FILTER (WHERE due_at <= at)
    FROM public.webhook_deliveries WHERE status = 'pending'
$$;
