-- The number of encrypted values of all tenants per key.
--
-- Returns: the kind of the values; the id of their key, null for values without one (encrypted by 0.1.0 or with
-- APP_ENCRYPTION_KEY alone); their number.
-- Called by: keys, for keys:status and keys:rotate.
CREATE OR REPLACE FUNCTION sealed_values_by_key()
RETURNS TABLE (kind text, key_id text, how_many bigint)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.kind, CASE WHEN starts_with(s.sealed, 'v2.') THEN split_part(s.sealed, '.', 2) END AS key_id, count(*)
    FROM (SELECT 'webhook_secrets' AS kind, sealed_secret AS sealed FROM public.webhook_subscriptions WHERE sealed_secret <> ''
          UNION ALL
          SELECT 'previous_webhook_secrets', previous_sealed_secret FROM public.webhook_subscriptions
           WHERE previous_sealed_secret IS NOT NULL
          UNION ALL
          SELECT 'kept_answers', sealed_body FROM public.idempotency_keys WHERE sealed_body IS NOT NULL
          UNION ALL
          SELECT 'waiting_mail', sealed_mail FROM public.outgoing_mail) s
   GROUP BY 1, 2
$$;
