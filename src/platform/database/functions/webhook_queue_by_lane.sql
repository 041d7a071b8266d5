-- How much waits in each lane of the webhook queue, of all tenants, and since when the oldest has been due. It looks no further
-- than at_most deliveries: more are as bad. For metrics.
--
-- Takes: at, the present instant; at_most, deliveries.
-- Returns: a row for each lane that has any: pending deliveries, those due, those being attempted, and when the oldest was due.
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
