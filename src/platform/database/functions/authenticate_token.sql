-- Whose token is this? Asked before a tenant is known, so it runs as the owner.
--
-- Takes: hash, the SHA-256 of the token, which proves that the caller knows it.
-- Returns: one row with the token, its tenant and its user; none when no token has this hash. Whether it is expired,
-- revoked or its user inactive is for the caller to judge.
-- Called by: instances of 0.1.0 that still run beside newer ones, which call authenticate_bearer.
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
