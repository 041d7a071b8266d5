import { figuresOf, scores } from '../../src/procurement/vendor-performance';
import type { Service } from './app';
import type { Loose } from './client';
import { asOwner } from './purchase-orders';

/** Days from and to, both inclusive. */
export interface Days {
  readonly from_date: string;
  readonly to_date: string;
}

/** Group keys of spending. `s` is the row, `v` its vendor. */
const KEYS = {
  month: `to_char(s.day, 'YYYY-MM')`,
  department: `coalesce(s.department_id::text, 'none')`,
  vendor: 's.vendor_id::text',
  // All spellings of a category share one key.
  category: `coalesce(':' || text_key(v.category), 'none')`,
} as const;
export type Grouping = keyof typeof KEYS;

const DAY = (instant: string): string => `(${instant} AT TIME ZONE 'UTC')::date`;
const DEPARTMENT = 'coalesce(o.department_id, i.department_id)';
const OF_ORDER = 'LEFT JOIN purchase_orders o ON o.tenant_id = i.tenant_id AND o.id = i.purchase_order_id';

/**
 * Recounts spending from orders, invoices and payments row by row, without stored figures. Returns key, currency and
 * the five figures.
 */
export async function spendingCounted(service: Service, grouping: Grouping, days: Days): Promise<string[]> {
  const rows = await asOwner<Loose>(
    service,
    `SELECT ${KEYS[grouping]} AS key, s.currency, sum(s.o)::int AS po_count, sum(s.ordered)::float8 AS po_total,
            sum(s.i)::int AS invoice_count, sum(s.invoiced)::float8 AS invoiced_total, sum(s.paid)::float8 AS paid_total
       FROM (SELECT o.department_id, o.vendor_id, ${DAY('o.approved_at')} AS day, o.currency, 1 AS o, o.total_amount AS ordered,
                    0 AS i, 0 AS invoiced, 0 AS paid
               FROM purchase_orders o WHERE o.tenant_id = $1 AND o.status IN ('approved', 'completed')
             UNION ALL
             SELECT ${DEPARTMENT}, i.vendor_id, i.invoice_date, i.currency, 0, 0, 1, i.total - i.credited_amount, 0
               FROM invoices i ${OF_ORDER} WHERE i.tenant_id = $1 AND i.status IN ('approved', 'paid')
             UNION ALL
             SELECT ${DEPARTMENT}, i.vendor_id, ${DAY('p.paid_at')}, i.currency, 0, 0, 0, 0, p.amount
               FROM payments p JOIN invoices i ON i.tenant_id = p.tenant_id AND i.id = p.invoice_id ${OF_ORDER}
              WHERE p.tenant_id = $1) s
       JOIN vendors v ON v.tenant_id = $1 AND v.id = s.vendor_id
      WHERE s.day BETWEEN $2 AND $3 GROUP BY 1, 2`,
    [service.tenant.tenant.id, days.from_date, days.to_date],
  );
  return spendingShown(rows);
}

/** The rows of a spending report in the format of {@link spendingCounted}, without months that have no spending. */
export function spendingShown(rows: readonly Loose[]): string[] {
  return rows
    .map((row) => [
      row.key,
      row.currency,
      row.po_count,
      row.po_total,
      row.invoice_count,
      row.invoiced_total,
      row.paid_total,
    ])
    .filter((row) => row.slice(2).some((figure) => figure !== 0))
    .map((row) => JSON.stringify(row))
    .sort();
}

/**
 * Recounts the performance of vendors from single days: of one vendor, of a category in any spelling, or of all
 * vendors.
 */
export async function performanceCounted(
  service: Service,
  { from_date, to_date }: Days,
  today: string,
  { category, vendorId }: { readonly category?: string | undefined; readonly vendorId?: number } = {},
): Promise<object> {
  const [row] = await asOwner<{ vendors: number; sums: Record<string, string> }>(
    service,
    `WITH chosen AS (SELECT id FROM vendors WHERE tenant_id = $1 AND ($5::text IS NULL OR text_key(category) = text_key($5))
                       AND ($6::bigint IS NULL OR id = $6))
     SELECT (SELECT count(*)::int FROM chosen) AS vendors,
            (SELECT json_object_agg(x.key, x.sum) FROM (
               SELECT e.key, sum(e.value::numeric)::text AS sum
                 FROM vendor_performance_periods p CROSS JOIN LATERAL jsonb_each_text(to_jsonb(p)) e
                WHERE p.tenant_id = $1 AND p.grain = 'day' AND p.vendor_id IN (SELECT id FROM chosen)
                  AND p.day BETWEEN $2 AND $3 AND (e.key <> 'lines_late' OR p.day < $4)
                  AND e.key NOT IN ('tenant_id', 'vendor_id', 'grain', 'day') GROUP BY e.key) x) AS sums`,
    [service.tenant.tenant.id, from_date, to_date, today, category ?? null, vendorId ?? null],
  );
  const found = scores(figuresOf(row?.sums ?? undefined));
  return {
    vendor_count: row?.vendors,
    overall_score: found.overall,
    delivery_score: found.delivery.score,
    on_time_percentage: found.delivery.onTimePercentage,
    average_days: found.delivery.averageDays,
    quality_score: found.quality.score,
    defect_rate: found.quality.defectRate,
    return_rate: found.quality.returnRate,
    pricing_score: found.pricing.score,
    competitiveness: found.pricing.competitiveness,
    responsiveness_score: found.responsiveness.score,
    average_response_hours: found.responsiveness.averageHours,
  };
}
