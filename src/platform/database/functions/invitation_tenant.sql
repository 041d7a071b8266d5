-- In which tenant is this invitation? Asked before a tenant is known, so it runs as the owner.
--
-- Takes: hash, the SHA-256 of the invitation's token, which proves that the caller knows it.
-- Returns: the tenant's id; null when no invitation has this hash.
-- Called by: users, when an invitation is accepted.
CREATE OR REPLACE FUNCTION invitation_tenant(hash bytea)
RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT tenant_id FROM public.invitations WHERE token_hash = hash
$$;
