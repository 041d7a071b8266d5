-- Invoices of the current tenant that are not cancelled and whose number has one of these shapes. It runs as the owner
-- and filters by tenant itself: number_shape is not leakproof, so row level security would prevent index scans.
--
-- Takes: vendors, their ids; shapes, from number_shape with or without leading zeros; year, the fiscal year.
-- Returns: ids.
-- Called by: invoices, for the warnings of an invoice.
CREATE OR REPLACE FUNCTION alike_invoices(vendors bigint[], shapes text[], year integer)
RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER ROWS 5
SET search_path = pg_catalog, public, pg_temp
SET plan_cache_mode = force_generic_plan
SET max_parallel_workers_per_gather = 0
SET jit = off
AS $$
  SELECT i.id FROM unnest(vendors) v (id) CROSS JOIN unnest(shapes) s (shape) CROSS JOIN LATERAL (
    SELECT b.id FROM public.invoices b
     WHERE b.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid AND b.vendor_id = v.id
       AND public.number_shape(b.number_key, false) = s.shape AND b.fiscal_year = year AND b.status <> 'cancelled'
    UNION
    SELECT b.id FROM public.invoices b
     WHERE b.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid AND b.vendor_id = v.id
       AND public.number_shape(b.number_key, true) = s.shape AND b.fiscal_year = year AND b.status <> 'cancelled') i
$$;
