-- What one payment counts for in reports, in the currency of its invoice: for all, for the department of the order (of the
-- invoice where there is no order), and for the vendor.
--
-- Takes: p, the payment.
-- Returns: a row for each measure: its key ('' for all together), the day it counts on, a count and an amount.
-- Called by: follow_payment_for_reports, follow_department_for_reports.
CREATE OR REPLACE FUNCTION report_payment_figures(p payments)
RETURNS TABLE(measure text, key text, day date, count integer, amount numeric)
LANGUAGE sql STABLE
AS $$
  SELECT f.measure, f.key, (p.paid_at AT TIME ZONE 'UTC')::date, 1, p.amount
    FROM public.invoices i
   CROSS JOIN LATERAL (VALUES
      ('paid', ''),
      ('paid.department', coalesce((SELECT o.department_id FROM public.purchase_orders o
          WHERE o.tenant_id = i.tenant_id AND o.id = i.purchase_order_id), i.department_id)::text),
      ('paid.vendor', i.vendor_id::text)
    ) AS f (measure, key)
   WHERE i.tenant_id = p.tenant_id AND i.id = p.invoice_id
$$;
