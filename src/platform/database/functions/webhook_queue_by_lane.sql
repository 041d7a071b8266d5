-- The size of the webhook queue of all tenants per lane, and the due time of the oldest due delivery, for metrics.
--
-- Takes: at, the current time; at_most, the maximum number of deliveries counted. It bounds the cost.
-- Returns: one row per lane that is not empty: pending, due and leased deliveries, and when the oldest became due.
-- Called by: webhooks.
CREATE OR REPLACE FUNCTION webhook_queue_by_lane(at timestamptz, at_most integer)
RETURNS TABLE(lane text, pending bigint, due bigint, leased bigint, oldest_due_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 2
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT l.lane, count(*), count(*) FILTER (WHERE d.due_at <= at),
         count(*) FILTER (WHERE d.lease_token IS NOT NULL AND d.due_at > at), min(d.due_at) FILTER (WHERE d.due_at <= at)
    FROM (SELECT p.tenant_id, p.subscription_id, p.due_at, p.lease_token, p.round_failures
            FROM public.webhook_deliveries p WHERE p.status = 'pending' LIMIT at_most) d
    JOIN public.webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id
   CROSS JOIN LATERAL (SELECT CASE WHEN s.struggling OR d.round_failures > 0 THEN 'patient' ELSE 'prompt' END AS lane) l
   GROUP BY l.lane
$$;
