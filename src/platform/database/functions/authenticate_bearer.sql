-- Looks up a token by its hash. The tenant is not known yet, so it runs as the owner.
--
-- Takes: hash, the SHA-256 of the token. It proves that the caller has the token.
-- Returns: one row with the token, its tenant, its user and the permissions that the tenant chose for the user's role
-- (null without a choice); no row for an unknown hash. The caller checks expiry, revocation and the user's status.
-- Called by: auth, for every request whose token is not in its cache.
CREATE OR REPLACE FUNCTION authenticate_bearer(hash bytea)
RETURNS TABLE (
  token_id bigint, token_name text, abilities text[], expires_at timestamptz, revoked_at timestamptz,
  last_used_at timestamptz, tenant_id uuid, tenant_slug text, tenant_name text, tenant_status text,
  plan text, rate_table text, currency text, user_id bigint, user_name text, user_role text,
  user_status text, user_department_id bigint, role_permissions text[]
)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 1
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT k.id, k.name, k.abilities, k.expires_at, k.revoked_at, k.last_used_at,
         t.id, t.slug, t.name, t.status, t.plan, t.rate_table, t.currency,
         u.id, u.name_en, u.role, u.status, u.department_id, p.permissions
    FROM public.api_tokens k
    JOIN public.tenants t ON t.id = k.tenant_id
    JOIN public.users u ON u.tenant_id = k.tenant_id AND u.id = k.user_id
    LEFT JOIN public.role_permissions p ON p.tenant_id = u.tenant_id AND p.role = u.role
   WHERE k.token_hash = hash
$$;
