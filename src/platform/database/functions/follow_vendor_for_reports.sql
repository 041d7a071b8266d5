-- Trigger for inserted and deleted vendors and for changes of status or category. Appends report_vendor_figures before
-- the change (negated) and after it to report_entries, without a currency.
CREATE OR REPLACE FUNCTION follow_vendor_for_reports()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.report_entries (tenant_id, measure, key, day, currency, count, amount)
  SELECT OLD.tenant_id, f.measure, f.key, f.day, '', -f.count, -f.amount
    FROM public.report_vendor_figures(OLD) f WHERE TG_OP <> 'INSERT'
  UNION ALL
  SELECT NEW.tenant_id, f.measure, f.key, f.day, '', f.count, f.amount
    FROM public.report_vendor_figures(NEW) f WHERE TG_OP <> 'DELETE';
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER report_rows AFTER INSERT OR DELETE ON vendors
  FOR EACH ROW EXECUTE FUNCTION follow_vendor_for_reports();

CREATE OR REPLACE TRIGGER report_changes AFTER UPDATE ON vendors
  FOR EACH ROW WHEN ((OLD.status, OLD.category) IS DISTINCT FROM (NEW.status, NEW.category))
  EXECUTE FUNCTION follow_vendor_for_reports();
