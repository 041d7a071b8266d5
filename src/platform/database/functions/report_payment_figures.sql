-- The figures of one payment in reports, in the currency of its invoice. It counts in total, for the department of the
-- order (without an order, of the invoice), and for the vendor.
--
-- Takes: p, the payment.
-- Returns: one row per measure: the key ('' for all), the day, a count and an amount.
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
