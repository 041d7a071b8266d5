-- Corrects report figures that differ from the records. It adds differences, so it can run while the service works. Run
-- it once for each output of `report:verify --json`, then verify again. As a superuser:
--   psql "$SUPERUSER_URL" -v ON_ERROR_STOP=1 -v verified="$(cat reports.json)" -f deploy/repair-reports.sql
INSERT INTO report_figures AS f (tenant_id, measure, grain, day, key, currency, count, amount)
SELECT tenant_id, measure, grain, day, key, currency, count - kept_count, amount - kept_amount
  FROM jsonb_to_recordset(:'verified'::jsonb -> 'differences')
    AS found (tenant_id uuid, measure text, grain text, day date, key text, currency text, kept_count bigint, count bigint,
              kept_amount numeric, amount numeric)
ON CONFLICT (tenant_id, measure, grain, day, key, currency)
DO UPDATE SET count = f.count + EXCLUDED.count, amount = f.amount + EXCLUDED.amount
RETURNING tenant_id, measure, grain, day, key, currency, count, amount;
