-- The tenant with this slug. The caller has no tenant yet, so it runs as the owner.
--
-- Takes: wanted, the slug.
-- Returns: the tenant's id; null if there is none.
-- Called by: auth, for hosts that contain a slug; the provisioning of tenants; the verification commands.
CREATE OR REPLACE FUNCTION tenant_by_slug(wanted text)
RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT id FROM public.tenants WHERE slug = wanted
$$;
