-- Whether this database is a sandbox, whose tenants are reset every night. Only the owner of the schema can replace a
-- function, so a mistake of the service cannot declare a sandbox. `migrate` with SANDBOX=true replaces this function by
-- one that returns true; see src/platform/database/schema/sandbox.ts.
--
-- Returns: false.
-- Called by: database, during a migration and at the start of a process; due_sandbox_tenants, wipe_sandbox_tenant.
CREATE OR REPLACE FUNCTION is_sandbox()
RETURNS boolean
LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT false
$$;
