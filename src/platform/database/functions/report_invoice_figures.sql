-- The figures of one invoice in reports and list counters, in the invoice's currency.
--
-- Takes: i, the invoice.
-- Returns: one row per measure: the key (a department, vendor or status; '' for all), the day, a count and an amount.
-- Called by: follow_invoice_for_reports, follow_department_for_reports.
CREATE OR REPLACE FUNCTION report_invoice_figures(i invoices)
RETURNS TABLE(measure text, key text, day date, count integer, amount numeric)
LANGUAGE sql STABLE
AS $$
  SELECT f.measure, f.key, i.invoice_date, 1, f.amount
    FROM (VALUES
      ('invoiced', '', i.total - i.credited_amount, i.status IN ('approved', 'paid')),
      ('invoiced.department', coalesce((SELECT o.department_id FROM public.purchase_orders o
          WHERE o.tenant_id = i.tenant_id AND o.id = i.purchase_order_id), i.department_id)::text,
        i.total - i.credited_amount, i.status IN ('approved', 'paid')),
      ('invoiced.vendor', i.vendor_id::text, i.total - i.credited_amount, i.status IN ('approved', 'paid')),
      ('match', i.match_status, i.total, i.status <> 'cancelled'),
      ('matched', i.match_status, i.total, i.status NOT IN ('draft', 'cancelled')),
      ('match_po_variance', i.match_status, (i.match ->> 'po_variance_pct')::numeric,
        i.status <> 'cancelled' AND i.match ->> 'po_variance_pct' IS NOT NULL),
      ('match_gr_variance', i.match_status, (i.match ->> 'gr_variance_pct')::numeric,
        i.status <> 'cancelled' AND i.match ->> 'gr_variance_pct' IS NOT NULL),
      ('match_override', '', i.total, i.status IN ('approved', 'paid') AND i.overridden),
      ('exceptions', '', i.total, i.status IN ('submitted', 'pending') AND i.match_status <> 'full_match')
    ) AS f (measure, key, amount, counts)
   WHERE f.counts
  UNION ALL
  SELECT 'invoice_list', i.status, (i.created_at AT TIME ZONE 'UTC')::date, 1, 0
$$;
