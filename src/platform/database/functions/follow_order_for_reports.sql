-- Trigger for inserted, changed and deleted purchase orders. Appends the difference of report_order_figures before and
-- after the change to report_entries. Equal figures cancel out.
CREATE OR REPLACE FUNCTION follow_order_for_reports()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.report_entries (tenant_id, measure, key, day, currency, count, amount)
  SELECT coalesce(NEW.tenant_id, OLD.tenant_id), d.measure, coalesce(d.key, ''), d.day, d.currency,
         sum(d.count), sum(d.amount)
    FROM (SELECT f.measure, f.key, f.day, OLD.currency AS currency, -f.count AS count, -f.amount AS amount
            FROM public.report_order_figures(OLD) f WHERE TG_OP <> 'INSERT'
          UNION ALL
          SELECT f.measure, f.key, f.day, NEW.currency, f.count, f.amount
            FROM public.report_order_figures(NEW) f WHERE TG_OP <> 'DELETE') AS d
   GROUP BY d.measure, d.key, d.day, d.currency
  HAVING sum(d.count) <> 0 OR sum(d.amount) <> 0;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER report_rows AFTER INSERT OR DELETE ON purchase_orders
  FOR EACH ROW EXECUTE FUNCTION follow_order_for_reports();

-- Updates of other columns write no entries.
CREATE OR REPLACE TRIGGER report_changes AFTER UPDATE ON purchase_orders
  FOR EACH ROW WHEN (
    (OLD.status, OLD.vendor_id, OLD.department_id, OLD.currency, OLD.total_amount, OLD.created_at, OLD.submitted_at,
     OLD.approved_at, OLD.expected_delivery_date, OLD.received_in_full)
    IS DISTINCT FROM
    (NEW.status, NEW.vendor_id, NEW.department_id, NEW.currency, NEW.total_amount, NEW.created_at, NEW.submitted_at,
     NEW.approved_at, NEW.expected_delivery_date, NEW.received_in_full))
  EXECUTE FUNCTION follow_order_for_reports();
