import { categoryKey } from './category-figures.sql';

/** What orders, invoices, payments, vendors and their performance count for, counted now. */
const COUNTED = [
  ['purchase_orders', 'order', 'r.currency', ''],
  ['invoices', 'invoice', 'r.currency', ''],
  ['payments', 'payment', 'i.currency', 'JOIN invoices i ON i.tenant_id = r.tenant_id AND i.id = r.invoice_id'],
  ['vendors', 'vendor', `''`, ''],
  ['vendor_performance_periods', 'performance', `''`, ''],
]
  .map(
    ([table, what, currency, join]) => `
  SELECT f.measure, coalesce(f.key, '') AS key, f.day, ${currency} AS currency, f.count, f.amount
    FROM ${table} r ${join} CROSS JOIN LATERAL report_${what}_figures(r) f WHERE r.tenant_id = $1`,
  )
  .join('\n  UNION ALL');

/**
 * Every figure of a tenant that is not what counting everything gives: less what waits to be folded, by the day, the
 * month and the year, and all that is derived from it, each vendor under the category it is counted under. Only of one
 * moment when asked alone.
 * Value: tenant.
 */
export const FIGURE_DIFFERENCES = `
WITH counted AS (${COUNTED}
  UNION ALL
  SELECT measure, key, day, currency, -count, -amount FROM report_entries WHERE tenant_id = $1
), every AS MATERIALIZED (
  SELECT measure, key, day, currency, sum(count) AS count, sum(amount) AS amount FROM counted GROUP BY 1, 2, 3, 4
), derived AS (
  SELECT measure, key, day, currency, count, amount FROM every WHERE measure NOT LIKE 'performance.%'
  UNION ALL
  SELECT replace(measure, '.vendor', ''), '', day, currency, count, amount FROM every WHERE measure LIKE 'performance.%'
  UNION ALL
  SELECT replace(e.measure, '.vendor', '.category'), ${categoryKey('v.counted_category')}, e.day, e.currency, e.count, e.amount
    FROM every e LEFT JOIN vendors v ON v.tenant_id = $1 AND v.id = e.key::bigint WHERE e.measure LIKE '%.vendor'
), compared AS (
  SELECT g.grain, d.measure, d.key, date_trunc(g.grain, d.day::timestamp)::date AS day, d.currency,
         0 AS kept_count, 0 AS kept_amount, d.count, d.amount
    FROM derived d CROSS JOIN (VALUES ('day'), ('month'), ('year')) AS g (grain)
  UNION ALL
  SELECT grain, measure, key, day, currency, count, amount, 0, 0 FROM report_figures WHERE tenant_id = $1
)
SELECT grain, measure, key, day::text AS day, currency, sum(kept_count)::text AS kept_count, sum(count)::text AS count,
       sum(kept_amount)::text AS kept_amount, sum(amount)::text AS amount
  FROM compared GROUP BY grain, measure, key, day, currency
HAVING sum(kept_count) <> sum(count) OR sum(kept_amount) <> sum(amount)
 ORDER BY measure, key, day, grain, currency`;
