-- The figures of one purchase order in reports and list counters. Amounts are in the order's currency; the amount of
-- approval_hours is in hours. The key of a cancelled order in the list counters also contains its status before the
-- cancellation.
--
-- Takes: o, the order.
-- Returns: one row per measure: the key (a department, vendor or status; '' for all), the day, a count and an amount.
-- Called by: follow_order_for_reports.
CREATE OR REPLACE FUNCTION report_order_figures(o purchase_orders)
RETURNS TABLE(measure text, key text, day date, count integer, amount numeric)
LANGUAGE sql STABLE
AS $$
  SELECT f.measure, f.key, f.day, 1, f.amount
    FROM (VALUES
      ('order_status', o.status,
        (coalesce(o.approved_at, o.created_at) AT TIME ZONE 'UTC')::date, o.total_amount, true),
      ('orders', '', (o.approved_at AT TIME ZONE 'UTC')::date, o.total_amount, o.status IN ('approved', 'completed')),
      ('orders.department', o.department_id::text,
        (o.approved_at AT TIME ZONE 'UTC')::date, o.total_amount, o.status IN ('approved', 'completed')),
      ('orders.vendor', o.vendor_id::text,
        (o.approved_at AT TIME ZONE 'UTC')::date, o.total_amount, o.status IN ('approved', 'completed')),
      ('approval_hours', '', (o.approved_at AT TIME ZONE 'UTC')::date,
        round(extract(epoch FROM o.approved_at - o.submitted_at) / 3600, 4), o.submitted_at IS NOT NULL),
      ('pending', '', (o.submitted_at AT TIME ZONE 'UTC')::date, o.total_amount, o.status = 'pending_approval'),
      ('deliveries', '', o.expected_delivery_date, o.total_amount, o.status = 'approved' AND NOT o.received_in_full),
      ('order_list', o.status || coalesce(':' || o.cancelled_from, ''),
        (o.created_at AT TIME ZONE 'UTC')::date, 0, true),
      ('order_list.department', o.department_id || '/' || o.status || coalesce(':' || o.cancelled_from, ''),
        (o.created_at AT TIME ZONE 'UTC')::date, 0, true)
    ) AS f (measure, key, day, amount, counts)
   WHERE f.counts AND f.day IS NOT NULL
$$;
