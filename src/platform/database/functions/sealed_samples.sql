-- Some encrypted values of any tenant: webhook secrets, stored responses, mail. The first start checks its key with
-- them before it stores a canary, see src/platform/database/checks/encryption-key-check.ts.
--
-- Takes: how_many of each kind.
-- Returns: the encrypted texts.
-- Called by: database, at the first start.
CREATE OR REPLACE FUNCTION sealed_samples(how_many integer)
RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  (SELECT sealed_secret FROM public.webhook_subscriptions WHERE sealed_secret <> '' LIMIT how_many)
  UNION ALL
  (SELECT sealed_body FROM public.idempotency_keys WHERE sealed_body IS NOT NULL LIMIT how_many)
  UNION ALL
  (SELECT sealed_mail FROM public.outgoing_mail LIMIT how_many)
$$;
