-- Looks up a token by its hash, like authenticate_bearer, but without the permissions of the role.
--
-- Takes: hash, the SHA-256 of the token. It proves that the caller has the token.
-- Returns: one row with the token, its tenant and its user; no row for an unknown hash. The caller checks expiry,
-- revocation and the user's status.
-- Called by: no code of this release; kept for instances of the previous release (0.1.0).
CREATE OR REPLACE FUNCTION authenticate_token(hash bytea)
RETURNS TABLE (
  token_id bigint, token_name text, abilities text[], expires_at timestamptz, revoked_at timestamptz,
  last_used_at timestamptz, tenant_id uuid, tenant_slug text, tenant_name text, tenant_status text,
  plan text, rate_table text, currency text, user_id bigint, user_name text, user_role text,
  user_status text, user_department_id bigint
)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 1
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT k.id, k.name, k.abilities, k.expires_at, k.revoked_at, k.last_used_at,
         t.id, t.slug, t.name, t.status, t.plan, t.rate_table, t.currency,
         u.id, u.name_en, u.role, u.status, u.department_id
    FROM public.api_tokens k
    JOIN public.tenants t ON t.id = k.tenant_id
    JOIN public.users u ON u.tenant_id = k.tenant_id AND u.id = k.user_id
   WHERE k.token_hash = hash
$$;
