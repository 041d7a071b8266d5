-- The number of the advisory lock under which a sandbox tenant is reset.
--
-- Takes: tenant.
-- Returns: the number.
-- Called by: sandbox_gate, wipe_sandbox_tenant.
CREATE OR REPLACE FUNCTION sandbox_lock(tenant uuid)
RETURNS bigint
LANGUAGE sql IMMUTABLE
AS $$
  SELECT pg_catalog.hashtextextended('sandbox ' || tenant::text, 0)
$$;
