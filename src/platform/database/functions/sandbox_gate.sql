-- Every transaction of a tenant on a sandbox calls this first. It takes a shared lock until the end of the transaction,
-- so a reset waits for running transactions. Later ones are rejected at once and never wait: a transaction that waited
-- for another one of its own request would wait forever.
--
-- Takes: tenant.
-- Raises: cannot_connect_now (57P03) while the tenant is being reset; the service responds 503.
-- Called by: database, when a unit of work opens.
CREATE OR REPLACE FUNCTION sandbox_gate(tenant uuid)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(public.sandbox_lock(tenant)) THEN
    RAISE EXCEPTION 'the sandbox is being reset' USING ERRCODE = 'cannot_connect_now';
  END IF;
  IF EXISTS (SELECT FROM public.sandbox_resets WHERE tenant_id = tenant AND finished_at IS NULL) THEN
    RAISE EXCEPTION 'the sandbox is being reset' USING ERRCODE = 'cannot_connect_now';
  END IF;
END
$$;
