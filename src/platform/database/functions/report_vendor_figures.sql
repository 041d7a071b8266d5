-- The figures of one vendor in list counters. The key of a category is a colon and the category, or empty without one.
--
-- Takes: v, the vendor.
-- Returns: one row per measure: the key, the day and a count; the amount is 0.
-- Called by: follow_vendor_for_reports.
CREATE OR REPLACE FUNCTION report_vendor_figures(v vendors)
RETURNS TABLE(measure text, key text, day date, count integer, amount numeric)
LANGUAGE sql STABLE
AS $$
  SELECT 'vendor_list', v.status, (v.created_at AT TIME ZONE 'UTC')::date, 1, 0::numeric
  UNION ALL
  SELECT 'vendor_list.category', coalesce(':' || v.category, ''), (v.created_at AT TIME ZONE 'UTC')::date, 1, 0
$$;
