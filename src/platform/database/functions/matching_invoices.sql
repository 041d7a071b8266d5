-- Invoices of the current tenant that match a pattern in their numbers, their description or their vendor's names.
--
-- Texts and pattern are compared by their keys (text_key). This release passes a key; the previous release passes the
-- text of the request.
--
-- It runs as the owner and filters by tenant itself. Neither LIKE nor the search of grams is leakproof, so row level
-- security would prevent index scans. OFFSET 0 makes the inner query use the text index and not another index of the
-- tenant. The plan is generic: the planner does not use the pattern and expects thousands of rows, so parallel workers
-- and JIT compilation are off.
--
-- Takes: pattern, as for searched_grams.
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
