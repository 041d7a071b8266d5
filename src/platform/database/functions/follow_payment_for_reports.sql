-- Trigger for inserted and deleted payments; updates do not change the figures. Appends report_payment_figures to
-- report_entries, in the currency of the invoice.
CREATE OR REPLACE FUNCTION follow_payment_for_reports()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.report_entries (tenant_id, measure, key, day, currency, count, amount)
  SELECT coalesce(NEW.tenant_id, OLD.tenant_id), d.measure, coalesce(d.key, ''), d.day, d.currency,
         sum(d.count), sum(d.amount)
    FROM (SELECT f.measure, f.key, f.day,
                 (SELECT i.currency FROM public.invoices i WHERE i.tenant_id = OLD.tenant_id AND i.id = OLD.invoice_id) AS currency,
                 -f.count AS count, -f.amount AS amount
            FROM public.report_payment_figures(OLD) f WHERE TG_OP <> 'INSERT'
          UNION ALL
          SELECT f.measure, f.key, f.day,
                 (SELECT i.currency FROM public.invoices i WHERE i.tenant_id = NEW.tenant_id AND i.id = NEW.invoice_id),
                 f.count, f.amount
            FROM public.report_payment_figures(NEW) f WHERE TG_OP <> 'DELETE') AS d
   GROUP BY d.measure, d.key, d.day, d.currency
  HAVING sum(d.count) <> 0 OR sum(d.amount) <> 0;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER report_rows AFTER INSERT OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION follow_payment_for_reports();
