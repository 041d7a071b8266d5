-- Trigger for a change of an order's department. By an override, a draft order can already have an approved invoice.
-- Appends report entries that move the order's invoiced and paid amounts to the new department.
CREATE OR REPLACE FUNCTION follow_department_for_reports()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.report_entries (tenant_id, measure, key, day, currency, count, amount)
  SELECT NEW.tenant_id, f.measure, coalesce(coalesce(moved.department_id, f.department_id)::text, ''), f.day, f.currency,
         sum(moved.sign * f.count), sum(moved.sign * f.amount)
    FROM (SELECT i.department_id, i.currency, g.measure, g.day, g.count, g.amount
            FROM public.invoices i CROSS JOIN LATERAL public.report_invoice_figures(i) g
           WHERE i.tenant_id = NEW.tenant_id AND i.purchase_order_id = NEW.id AND g.measure = 'invoiced.department'
          UNION ALL
          SELECT i.department_id, i.currency, g.measure, g.day, g.count, g.amount
            FROM public.invoices i
            JOIN public.payments p ON p.tenant_id = i.tenant_id AND p.invoice_id = i.id
           CROSS JOIN LATERAL public.report_payment_figures(p) g
           WHERE i.tenant_id = NEW.tenant_id AND i.purchase_order_id = NEW.id AND g.measure = 'paid.department') f
   CROSS JOIN (VALUES (OLD.department_id, -1), (NEW.department_id, 1)) AS moved (department_id, sign)
   GROUP BY f.measure, 3, f.day, f.currency
  HAVING sum(moved.sign * f.count) <> 0 OR sum(moved.sign * f.amount) <> 0;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER report_department AFTER UPDATE ON purchase_orders
  FOR EACH ROW WHEN (OLD.department_id IS DISTINCT FROM NEW.department_id)
  EXECUTE FUNCTION follow_department_for_reports();
