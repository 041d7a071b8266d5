-- The tenant of an invitation. It is not known to the caller yet, so this runs as the owner.
--
-- Takes: hash, the SHA-256 of the invitation's token. It proves that the caller has the token.
-- Returns: the tenant's id; null for an unknown hash.
-- Called by: users, when an invitation is accepted.
CREATE OR REPLACE FUNCTION invitation_tenant(hash bytea)
RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT tenant_id FROM public.invitations WHERE token_hash = hash
$$;
