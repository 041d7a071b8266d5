-- Trigger for inserted, changed and deleted days of a vendor's performance. Appends the difference of
-- report_performance_figures before and after the change to report_entries, without a currency.
CREATE OR REPLACE FUNCTION follow_performance_for_reports()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.report_entries (tenant_id, measure, key, day, currency, count, amount)
  SELECT coalesce(NEW.tenant_id, OLD.tenant_id), d.measure, d.key, d.day, '', 0, sum(d.amount)
    FROM (SELECT f.measure, f.key, f.day, -f.amount AS amount
            FROM public.report_performance_figures(OLD) f WHERE TG_OP <> 'INSERT'
          UNION ALL
          SELECT f.measure, f.key, f.day, f.amount
            FROM public.report_performance_figures(NEW) f WHERE TG_OP <> 'DELETE') AS d
   GROUP BY d.measure, d.key, d.day HAVING sum(d.amount) <> 0;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER report_rows AFTER INSERT OR DELETE ON vendor_performance_periods
  FOR EACH ROW EXECUTE FUNCTION follow_performance_for_reports();

CREATE OR REPLACE TRIGGER report_changes AFTER UPDATE ON vendor_performance_periods
  FOR EACH ROW WHEN (NEW.grain = 'day')
  EXECUTE FUNCTION follow_performance_for_reports();
