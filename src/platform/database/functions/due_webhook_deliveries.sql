-- Webhook deliveries of all tenants that may be attempted now. A subscription gets at most as many as it has free
-- slots, oldest first, and retries only if a retry slot is free. Tenants take turns, because by age alone the old
-- deliveries of one tenant could fill every result. The cost of a subscription does not depend on its number of pending
-- deliveries.
--
-- Takes: at, the current time; slots, concurrent attempts per subscription; retry_slots, how many of these may be
-- retries; most, the maximum number of rows.
-- Returns: the deliveries with their due times. patient marks retries and all deliveries of a struggling subscription.
-- Rows that another transaction has locked are omitted.
-- Called by: webhooks, to find due deliveries.
CREATE OR REPLACE FUNCTION due_webhook_deliveries(
  at timestamptz, slots integer, retry_slots integer, most integer
)
RETURNS TABLE(tenant_id uuid, subscription_id bigint, delivery_id bigint, patient boolean, due_at timestamptz)
LANGUAGE sql SECURITY DEFINER ROWS 100
SET search_path = pg_catalog, public, pg_temp
AS $$
  WITH RECURSIVE waiting AS (
    (SELECT d.tenant_id, d.subscription_id FROM public.webhook_deliveries d
      WHERE d.status = 'pending' ORDER BY d.tenant_id, d.subscription_id LIMIT 1)
    UNION ALL
    SELECT n.tenant_id, n.subscription_id FROM waiting w CROSS JOIN LATERAL (
      SELECT d.tenant_id, d.subscription_id FROM public.webhook_deliveries d
       WHERE d.status = 'pending' AND (d.tenant_id, d.subscription_id) > (w.tenant_id, w.subscription_id)
       ORDER BY d.tenant_id, d.subscription_id LIMIT 1) n
  ), slots_left AS (
    SELECT w.tenant_id, w.subscription_id, slots - count(l.id) AS free,
           retry_slots - count(l.id) FILTER (WHERE l.round_failures > 0) AS free_for_retries
      FROM waiting w LEFT JOIN public.webhook_deliveries l
        ON l.tenant_id = w.tenant_id AND l.subscription_id = w.subscription_id
       AND l.lease_token IS NOT NULL AND l.due_at > at
     GROUP BY w.tenant_id, w.subscription_id
  ), found AS (
    SELECT r.tenant_id, r.subscription_id, due.id, s.struggling OR due.round_failures > 0 AS patient, due.due_at
      FROM slots_left r
      JOIN public.webhook_subscriptions s ON s.tenant_id = r.tenant_id AND s.id = r.subscription_id
     CROSS JOIN LATERAL (
       SELECT d.id, d.round_failures, d.due_at FROM public.webhook_deliveries d
        WHERE d.tenant_id = r.tenant_id AND d.subscription_id = r.subscription_id
          AND d.status = 'pending' AND d.due_at <= at AND (d.round_failures = 0 OR r.free_for_retries > 0)
        ORDER BY d.due_at, d.id LIMIT greatest(r.free, 0) FOR UPDATE SKIP LOCKED) due
  )
  SELECT found.tenant_id, found.subscription_id, found.id, found.patient, found.due_at
    FROM found ORDER BY row_number() OVER (PARTITION BY found.tenant_id ORDER BY found.due_at), found.due_at LIMIT most
$$;
