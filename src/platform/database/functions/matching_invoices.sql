-- Invoices of the current tenant that have the pattern in one of their numbers, their description or their vendor's names.
--
-- Texts and pattern are compared by their keys (text_key). The service passes a pattern that is one already; the release before
-- passes what was asked for.
--
-- It runs as the owner, and names the tenant itself: neither LIKE nor a search of grams is leakproof, so under row level
-- security no index would be used. The inner query has one index to go by; OFFSET 0 keeps the tenant's other indexes out.
-- The plan is made once; that the planner, not knowing the pattern, counts on thousands of hits must not lead it to parallel
-- workers or to compiling.
--
-- Takes: pattern, as searched_grams takes it.
-- Returns: ids.
-- Called by: invoices, for lists with a search.
CREATE OR REPLACE FUNCTION matching_invoices(pattern text)
RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
SET plan_cache_mode = force_generic_plan
SET max_parallel_workers_per_gather = 0
SET jit = off
AS $$
  SELECT f.id FROM (
         SELECT * FROM public.invoices
          WHERE public.search_grams(tenant_id, public.text_key(coalesce(invoice_number, '') || E'\n' || coalesce(vendor_invoice_number, '') || E'\n'
                  || coalesce(description, '')))
                @@ public.searched_grams(nullif(current_setting('app.tenant_id', true), '')::uuid,
                                           (SELECT public.text_key(pattern)))
         OFFSET 0) f
   WHERE f.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
     AND (public.text_key(f.invoice_number) LIKE (SELECT public.text_key(pattern))
      OR public.text_key(f.vendor_invoice_number) LIKE (SELECT public.text_key(pattern))
      OR public.text_key(f.description) LIKE (SELECT public.text_key(pattern)))
  UNION
  SELECT theirs.id
    FROM (SELECT f.tenant_id, f.id FROM (
         SELECT * FROM public.vendors
          WHERE public.search_grams(tenant_id, public.text_key(name || E'\n' || coalesce(name_ar, '') || E'\n' || coalesce(email, '')))
                @@ public.searched_grams(nullif(current_setting('app.tenant_id', true), '')::uuid,
                                           (SELECT public.text_key(pattern)))
         OFFSET 0) f
   WHERE f.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
     AND (public.text_key(f.name) LIKE (SELECT public.text_key(pattern))
      OR public.text_key(f.name_ar) LIKE (SELECT public.text_key(pattern)))) v
   CROSS JOIN LATERAL (
     SELECT t.id FROM public.invoices t WHERE t.tenant_id = v.tenant_id AND t.vendor_id = v.id OFFSET 0) theirs
$$;
