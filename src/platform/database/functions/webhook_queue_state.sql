-- The size of the webhook queue of all tenants, for metrics. Replaced by webhook_queue_by_lane.
--
-- Takes: at, the current time.
-- Returns: one row: pending, due and leased deliveries, and when the oldest became due.
-- Called by: no code of this release; kept for instances of the previous release (0.1.0).
CREATE OR REPLACE FUNCTION webhook_queue_state(at timestamptz)
RETURNS TABLE(pending bigint, due bigint, leased bigint, oldest_due_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 1
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT count(*), count(*) FILTER (WHERE due_at <= at), count(*) FILTER (WHERE lease_token IS NOT NULL AND due_at > at),
         min(due_at) FILTER (WHERE due_at <= at)
    FROM public.webhook_deliveries WHERE status = 'pending'
$$;
