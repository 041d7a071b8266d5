-- The key of the advisory lock for the reset of a sandbox tenant.
--
-- Takes: tenant.
-- Returns: the key.
-- Called by: sandbox_gate, wipe_sandbox_tenant.
CREATE OR REPLACE FUNCTION sandbox_lock(tenant uuid)
RETURNS bigint
LANGUAGE sql IMMUTABLE
AS $$
  SELECT pg_catalog.hashtextextended('sandbox ' || tenant::text, 0)
$$;
