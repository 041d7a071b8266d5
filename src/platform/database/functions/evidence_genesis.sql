-- What the first seal of a tenant follows, in the place of a seal's hash.
--
-- Takes: tenant.
-- Returns: a hash that no other tenant's chain begins with.
-- Called by: seal_evidence; the migration that brings the seals.
CREATE OR REPLACE FUNCTION evidence_genesis(tenant uuid)
RETURNS bytea
LANGUAGE sql IMMUTABLE
AS $$
  SELECT sha256(convert_to('evidence 1 ' || tenant::text, 'UTF8'))
$$;
