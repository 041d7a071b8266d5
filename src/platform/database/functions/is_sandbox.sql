-- Whether this database is a sandbox, whose tenants return to their fixtures every night. Only the schema's owner can
-- replace a function: no mistake of the service makes a sandbox of a database. `migrate` with SANDBOX=true replaces this
-- one by another that says true; see src/platform/database/schema/sandbox.ts.
--
-- Returns: false.
-- Called by: database, when it migrates and when a process starts; due_sandbox_tenants, wipe_sandbox_tenant.
CREATE OR REPLACE FUNCTION is_sandbox()
RETURNS boolean
LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT false
$$;
