import type { Service } from './app';
import { asOwner } from './purchase-orders';

/**
 * Inserts this many orders of the first tenant into the database, each with a line. They are spread over 300 days and
 * `vendors` vendors, five per instant. Without triggers the insert is quicker; the figures that triggers maintain are
 * then written in one statement.
 */
export async function manyOrders(
  service: Service,
  count: number,
  { vendors = 40, triggers = true }: { readonly vendors?: number; readonly triggers?: boolean } = {},
): Promise<void> {
  const tenant = service.tenant.tenant.id;
  const session = triggers ? '' : 'SET LOCAL session_replication_role = replica;';
  const run = (sql: string): Promise<unknown> =>
    asOwner(service, `${session} ${sql.replaceAll(':tenant', `'${tenant}'`)}`);
  await run(`INSERT INTO vendors (tenant_id, name, payment_terms, status, created_at, updated_at)
    SELECT :tenant, 'Vendor ' || g % 30, 30, 'active', now() - g * interval '1 hour', now() FROM generate_series(1, ${vendors}) g`);
  await run(`INSERT INTO purchase_orders (tenant_id, po_number, status, cancelled_from, vendor_id, department_id, created_by_id,
      currency, expense_type, notes, subtotal, vat_amount, total_amount, approved_at, expected_delivery_date, created_at, updated_at)
    SELECT :tenant, 'PO-B-' || g, s.status, CASE s.status WHEN 'cancelled' THEN 'approved' END, v.ids[1 + g % ${vendors}], d.id, u.id, 'SAR',
           'OPEX', 'Contract ' || left(md5(g::text), 8), g % 77, 0, g % 77, CASE WHEN s.status = 'approved' THEN c.at END,
           CASE WHEN g % 3 = 0 THEN c.at::date END, c.at, c.at
      FROM generate_series(1, ${count}) g
     CROSS JOIN LATERAL (SELECT (ARRAY['approved', 'draft', 'rejected', 'cancelled', 'approved'])[1 + g % 5] AS status) s
     CROSS JOIN LATERAL (SELECT timestamptz '2025-01-01 10:00Z' + (g / 5) * (interval '300 days' / (${count} / 5)) AS at) c
     CROSS JOIN (SELECT array_agg(id ORDER BY id) AS ids FROM vendors WHERE tenant_id = :tenant) v
     CROSS JOIN (SELECT min(id) AS id FROM departments WHERE tenant_id = :tenant) d
     CROSS JOIN (SELECT min(id) AS id FROM users WHERE tenant_id = :tenant) u`);
  await run(`INSERT INTO purchase_order_items (tenant_id, purchase_order_id, line_number, description, quantity, unit_price,
      vat_rate, net_amount, vat_amount, total_amount)
    SELECT tenant_id, id, 1, 'Item ' || left(md5(id || 'x'), 8), 1, subtotal, 0, subtotal, 0, subtotal FROM purchase_orders WHERE tenant_id = :tenant`);
  if (!triggers) {
    await run(`INSERT INTO report_figures (tenant_id, measure, grain, day, key, currency, count, amount)
      SELECT o.tenant_id, f.measure, g.grain, date_trunc(g.grain, f.day::timestamp)::date, f.key, o.currency, sum(f.count), sum(f.amount)
        FROM purchase_orders o CROSS JOIN LATERAL report_order_figures(o) f CROSS JOIN (VALUES ('day'), ('month'), ('year')) g (grain)
       GROUP BY 1, 2, 3, 4, 5, 6`);
  }
  await asOwner(service, 'ANALYZE');
}
