-- Purchase orders of the current tenant that match a pattern in their number, their notes, an item's description or
-- their vendor's names. matching_invoices.sql explains the owner's rights and the fixed plan.
--
-- Takes: pattern, as for searched_grams.
-- Returns: ids.
-- Called by: purchase-orders, for lists with a search.
CREATE OR REPLACE FUNCTION matching_purchase_orders(pattern text)
RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
SET plan_cache_mode = force_generic_plan
SET max_parallel_workers_per_gather = 0
SET jit = off
AS $$
  SELECT f.id FROM (
         SELECT * FROM public.purchase_orders
          WHERE public.search_grams(tenant_id, public.text_key(po_number || E'\n' || coalesce(notes, '')))
                @@ public.searched_grams(nullif(current_setting('app.tenant_id', true), '')::uuid,
                                           (SELECT public.text_key(pattern)))
         OFFSET 0) f
   WHERE f.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
     AND (public.text_key(f.po_number) LIKE (SELECT public.text_key(pattern))
      OR public.text_key(f.notes) LIKE (SELECT public.text_key(pattern)))
  UNION
  SELECT f.purchase_order_id FROM (
         SELECT * FROM public.purchase_order_items
          WHERE public.search_grams(tenant_id, public.text_key(description))
                @@ public.searched_grams(nullif(current_setting('app.tenant_id', true), '')::uuid,
                                           (SELECT public.text_key(pattern)))
         OFFSET 0) f
   WHERE f.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
     AND (public.text_key(f.description) LIKE (SELECT public.text_key(pattern)))
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
     SELECT t.id FROM public.purchase_orders t WHERE t.tenant_id = v.tenant_id AND t.vendor_id = v.id OFFSET 0) theirs
$$;
