-- Vendors of the current tenant that match a pattern in their names or their e-mail address. matching_invoices.sql
-- explains the owner's rights and the fixed plan.
--
-- Takes: pattern, as for searched_grams.
-- Returns: ids.
-- Called by: vendors, for lists with a search.
CREATE OR REPLACE FUNCTION matching_vendors(pattern text)
RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
SET plan_cache_mode = force_generic_plan
SET max_parallel_workers_per_gather = 0
SET jit = off
AS $$
  SELECT f.id FROM (
         SELECT * FROM public.vendors
          WHERE public.search_grams(tenant_id, public.text_key(name || E'\n' || coalesce(name_ar, '') || E'\n' || coalesce(email, '')))
                @@ public.searched_grams(nullif(current_setting('app.tenant_id', true), '')::uuid,
                                           (SELECT public.text_key(pattern)))
         OFFSET 0) f
   WHERE f.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
     AND (public.text_key(f.name) LIKE (SELECT public.text_key(pattern))
      OR public.text_key(f.name_ar) LIKE (SELECT public.text_key(pattern))
      OR public.text_key(f.email) LIKE (SELECT public.text_key(pattern)))
$$;
