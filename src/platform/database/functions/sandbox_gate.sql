-- Every transaction of a tenant on a sandbox passes here first. It holds its share of the lock to its end, so a reset waits
-- for those that are inside. Who comes later is refused at once, never kept waiting: a transaction that waited for another
-- of its own request would wait for ever.
--
-- Takes: tenant.
-- Raises: cannot_connect_now (57P03) while the tenant is being reset; the service answers 503.
-- Called by: database, as each unit of work opens.
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
