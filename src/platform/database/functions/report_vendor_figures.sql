-- What one vendor counts for in the counters of lists. Vendors without a category share the empty key; others have a colon
-- before it.
--
-- Takes: v, the vendor.
-- Returns: a row for each measure: its key, the day it counts on, a count and no amount.
-- Called by: follow_vendor_for_reports.
CREATE OR REPLACE FUNCTION report_vendor_figures(v vendors)
RETURNS TABLE(measure text, key text, day date, count integer, amount numeric)
LANGUAGE sql STABLE
AS $$
  SELECT 'vendor_list', v.status, (v.created_at AT TIME ZONE 'UTC')::date, 1, 0::numeric
  UNION ALL
  SELECT 'vendor_list.category', coalesce(':' || v.category, ''), (v.created_at AT TIME ZONE 'UTC')::date, 1, 0
$$;
