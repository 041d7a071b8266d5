-- Trigger for inserted, changed and deleted invoices. Appends the difference of report_invoice_figures before and after
-- the change to report_entries. Equal figures cancel out.
CREATE OR REPLACE FUNCTION follow_invoice_for_reports()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.report_entries (tenant_id, measure, key, day, currency, count, amount)
  SELECT coalesce(NEW.tenant_id, OLD.tenant_id), d.measure, coalesce(d.key, ''), d.day, d.currency,
         sum(d.count), sum(d.amount)
    FROM (SELECT f.measure, f.key, f.day, OLD.currency AS currency, -f.count AS count, -f.amount AS amount
            FROM public.report_invoice_figures(OLD) f WHERE TG_OP <> 'INSERT'
          UNION ALL
          SELECT f.measure, f.key, f.day, NEW.currency, f.count, f.amount
            FROM public.report_invoice_figures(NEW) f WHERE TG_OP <> 'DELETE') AS d
   GROUP BY d.measure, d.key, d.day, d.currency
  HAVING sum(d.count) <> 0 OR sum(d.amount) <> 0;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER report_rows AFTER INSERT OR DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION follow_invoice_for_reports();

-- Updates of other columns write no entries.
CREATE OR REPLACE TRIGGER report_changes AFTER UPDATE ON invoices
  FOR EACH ROW WHEN (
    (OLD.status, OLD.match_status, OLD.vendor_id, OLD.department_id, OLD.purchase_order_id, OLD.currency, OLD.total,
     OLD.credited_amount, OLD.invoice_date, OLD.overridden, OLD.match ->> 'po_variance_pct', OLD.match ->> 'gr_variance_pct')
    IS DISTINCT FROM
    (NEW.status, NEW.match_status, NEW.vendor_id, NEW.department_id, NEW.purchase_order_id, NEW.currency, NEW.total,
     NEW.credited_amount, NEW.invoice_date, NEW.overridden, NEW.match ->> 'po_variance_pct', NEW.match ->> 'gr_variance_pct'))
  EXECUTE FUNCTION follow_invoice_for_reports();
