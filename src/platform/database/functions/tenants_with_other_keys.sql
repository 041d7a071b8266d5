-- Tenants with encrypted values under another key than the wanted one.
--
-- Takes: prefix, the beginning of values under the wanted key.
-- Returns: ids in ascending order.
-- Called by: keys, for keys:rotate.
CREATE OR REPLACE FUNCTION tenants_with_other_keys(prefix text)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT tenant_id FROM public.webhook_subscriptions
   WHERE (sealed_secret <> '' AND NOT starts_with(sealed_secret, prefix)) OR NOT starts_with(previous_sealed_secret, prefix)
  UNION
  SELECT tenant_id FROM public.idempotency_keys WHERE NOT starts_with(sealed_body, prefix)
  UNION
  SELECT tenant_id FROM public.outgoing_mail WHERE NOT starts_with(sealed_mail, prefix)
  ORDER BY 1
$$;
