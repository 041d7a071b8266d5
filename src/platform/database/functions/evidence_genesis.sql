-- The hash that precedes the first seal of a tenant.
--
-- Takes: tenant.
-- Returns: a hash, different for every tenant.
-- Called by: seal_evidence, and the migration that creates the chains of existing tenants.
CREATE OR REPLACE FUNCTION evidence_genesis(tenant uuid)
RETURNS bytea
LANGUAGE sql IMMUTABLE
AS $$
  SELECT sha256(convert_to('evidence 1 ' || tenant::text, 'UTF8'))
$$;
