-- Tenants with an event or a delivery from before a time, or with a subscription deleted before it, except tenants
-- under a legal hold. Of the events it checks only the lowest id, because ids and times increase together.
--
-- Takes: before, the time.
-- Returns: their ids.
-- Called by: webhooks, every hour.
CREATE OR REPLACE FUNCTION tenants_to_prune_webhooks(before timestamptz)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT t.id FROM public.tenants t
   WHERE t.legal_hold_since IS NULL
     AND ((SELECT e.created_at FROM public.events e WHERE e.tenant_id = t.id ORDER BY e.id LIMIT 1) < before
          OR (SELECT d.created_at FROM public.webhook_deliveries d
               WHERE d.tenant_id = t.id ORDER BY d.created_at LIMIT 1) < before
          OR EXISTS (SELECT FROM public.webhook_subscriptions s WHERE s.tenant_id = t.id AND s.deleted_at < before))
$$;
