-- Which tenant has this slug? Asked before a tenant is known, so it runs as the owner.
--
-- Takes: wanted, the slug.
-- Returns: the tenant's id; null when there is none.
-- Called by: auth, for hosts that name a tenant; tenants.
CREATE OR REPLACE FUNCTION tenant_by_slug(wanted text)
RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT id FROM public.tenants WHERE slug = wanted
$$;
