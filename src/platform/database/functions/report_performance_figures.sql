-- The figures of one day of a vendor's performance. Months and years are sums of days.
--
-- Takes: p, the vendor's performance of a day; for a month it returns no rows.
-- Returns: one row per figure that is not zero, with the vendor's id as key.
-- Called by: follow_performance_for_reports, fold_report_entries.
CREATE OR REPLACE FUNCTION report_performance_figures(p vendor_performance_periods)
RETURNS TABLE(measure text, key text, day date, count integer, amount numeric)
LANGUAGE sql STABLE
AS $$
  SELECT 'performance.' || f.name || '.vendor', p.vendor_id::text, p.day, 0, f.amount
    FROM (VALUES
      ('lines_on_time', p.lines_on_time),
      ('lines_late', p.lines_late),
      ('receipts', p.receipts),
      ('receipt_days', p.receipt_days),
      ('received', p.received),
      ('rejected', p.rejected),
      ('returned', p.returned),
      ('answers', p.answers),
      ('answer_hours', p.answer_hours),
      ('priced_lines', p.priced_lines),
      ('price_deviation', p.price_deviation)
    ) AS f (name, amount)
   WHERE p.grain = 'day' AND f.amount <> 0
$$;
