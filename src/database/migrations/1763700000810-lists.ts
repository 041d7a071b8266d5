import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CURRENT_TENANT, runAll } from '../schema/migration-steps';

/**
 * Lists that stay as quick as they are small: counters of their rows by the day of creation, kept by the triggers that
 * keep the figures of reports, and an index for each order that a list can be sorted in.
 */
export class Lists1763700000810 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      // What is counted below must not change between the counting and the triggers that go on from it.
      'LOCK TABLE purchase_orders, invoices, vendors IN SHARE ROW EXCLUSIVE MODE',
      orderFigures(ORDER_LISTS),
      invoiceFigures(INVOICE_LIST),
      VENDOR_FIGURES,
      FOLLOW_VENDOR,
      `CREATE TRIGGER report_rows AFTER INSERT OR DELETE ON vendors FOR EACH ROW EXECUTE FUNCTION follow_vendor_for_reports()`,
      `CREATE TRIGGER report_changes AFTER UPDATE ON vendors FOR EACH ROW
        WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION follow_vendor_for_reports()`,
      ...BACKFILL,
      MATCHING_INVOICES,
      ...Object.entries(INDEXES).map(([name, definition]) => `CREATE INDEX ${name} ON ${definition}`),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      ...Object.keys(INDEXES).map((name) => `DROP INDEX ${name}`),
      'DROP TRIGGER report_rows ON vendors',
      'DROP TRIGGER report_changes ON vendors',
      'DROP FUNCTION follow_vendor_for_reports()',
      'DROP FUNCTION report_vendor_figures(vendors)',
      matchingInvoices(''),
      orderFigures(''),
      invoiceFigures(''),
      `DELETE FROM report_entries WHERE measure LIKE '%\\_list%'`,
      `DELETE FROM report_figures WHERE measure LIKE '%\\_list%'`,
    ]);
  }
}

const day = (instant: string): string => `(${instant} AT TIME ZONE 'UTC')::date`;

/** A cancelled order is found by what it was, too. */
const ORDER_KEY = `o.status || coalesce(':' || o.cancelled_from, '')`;

const ORDER_LISTS = `,
        ('order_list', ${ORDER_KEY}, ${day('o.created_at')}, 0, true),
        ('order_list.department', o.department_id || '/' || ${ORDER_KEY}, ${day('o.created_at')}, 0, true)`;

const INVOICE_LIST = `
    UNION ALL
    SELECT 'invoice_list', i.status, ${day('i.created_at')}, 1, 0`;

const COLUMNS = 'measure text, key text, day date, count integer, amount numeric';

/** What one order counts for: as it was before, and in the lists. */
function orderFigures(lists: string): string {
  return `CREATE OR REPLACE FUNCTION report_order_figures(o purchase_orders) RETURNS TABLE (${COLUMNS}) LANGUAGE sql STABLE AS $$
    SELECT f.measure, f.key, f.day, 1, f.amount
      FROM (VALUES
        ('order_status', o.status, ${day('coalesce(o.approved_at, o.created_at)')}, o.total_amount, true),
        ('orders', '', ${day('o.approved_at')}, o.total_amount, o.status IN ('approved', 'completed')),
        ('orders.department', o.department_id::text, ${day('o.approved_at')}, o.total_amount, o.status IN ('approved', 'completed')),
        ('orders.vendor', o.vendor_id::text, ${day('o.approved_at')}, o.total_amount, o.status IN ('approved', 'completed')),
        ('approval_hours', '', ${day('o.approved_at')},
          round(extract(epoch FROM o.approved_at - o.submitted_at) / 3600, 4), o.submitted_at IS NOT NULL),
        ('pending', '', ${day('o.submitted_at')}, o.total_amount, o.status = 'pending_approval'),
        ('deliveries', '', o.expected_delivery_date, o.total_amount, o.status = 'approved' AND NOT o.received_in_full)${lists}
      ) AS f (measure, key, day, amount, counts)
     WHERE f.counts AND f.day IS NOT NULL
  $$`;
}

/** The same of one invoice. */
function invoiceFigures(list: string): string {
  return `CREATE OR REPLACE FUNCTION report_invoice_figures(i invoices) RETURNS TABLE (${COLUMNS}) LANGUAGE sql STABLE AS $$
    SELECT f.measure, f.key, i.invoice_date, 1, f.amount
      FROM (VALUES
        ('invoiced', '', i.total - i.credited_amount, i.status IN ('approved', 'paid')),
        ('invoiced.department', coalesce((SELECT o.department_id FROM public.purchase_orders o
            WHERE o.tenant_id = i.tenant_id AND o.id = i.purchase_order_id), i.department_id)::text,
          i.total - i.credited_amount, i.status IN ('approved', 'paid')),
        ('invoiced.vendor', i.vendor_id::text, i.total - i.credited_amount, i.status IN ('approved', 'paid')),
        ('match', i.match_status, i.total, i.status <> 'cancelled'),
        ('matched', i.match_status, i.total, i.status NOT IN ('draft', 'cancelled')),
        ('match_po_variance', i.match_status, (i.match ->> 'po_variance_pct')::numeric,
          i.status <> 'cancelled' AND i.match ->> 'po_variance_pct' IS NOT NULL),
        ('match_gr_variance', i.match_status, (i.match ->> 'gr_variance_pct')::numeric,
          i.status <> 'cancelled' AND i.match ->> 'gr_variance_pct' IS NOT NULL),
        ('match_override', '', i.total, i.status IN ('approved', 'paid') AND i.overridden),
        ('exceptions', '', i.total, i.status IN ('submitted', 'pending') AND i.match_status <> 'full_match')
      ) AS f (measure, key, amount, counts)
     WHERE f.counts${list}
  $$`;
}

const VENDOR_FIGURES = `CREATE FUNCTION report_vendor_figures(v vendors) RETURNS TABLE (${COLUMNS}) LANGUAGE sql STABLE AS $$
    SELECT 'vendor_list', v.status, ${day('v.created_at')}, 1, 0::numeric
  $$`;

/** As for orders and invoices; a vendor counts in no currency. */
const FOLLOW_VENDOR = `CREATE FUNCTION follow_vendor_for_reports() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO public.report_entries (tenant_id, measure, key, day, currency, count, amount)
      SELECT OLD.tenant_id, f.measure, f.key, f.day, '', -f.count, -f.amount
        FROM public.report_vendor_figures(OLD) f WHERE TG_OP <> 'INSERT'
      UNION ALL
      SELECT NEW.tenant_id, f.measure, f.key, f.day, '', f.count, f.amount
        FROM public.report_vendor_figures(NEW) f WHERE TG_OP <> 'DELETE';
      RETURN NULL;
    END $$`;

/** The expression of the vendors' own search index, which narrows down before the two columns meant are looked at. */
const VENDORS_BY_INDEX = `
     AND (lower(v.name) || ' ' || lower(coalesce(v.name_ar, '')) || ' ' || lower(coalesce(v.email, ''))) LIKE lower(pattern)`;

/** Ids of the tenant's invoices that have the pattern; as the owner, since ILIKE uses no index under row level security. */
function matchingInvoices(narrowed: string): string {
  const own = `i.tenant_id = ${CURRENT_TENANT}`;
  return `CREATE OR REPLACE FUNCTION matching_invoices(pattern text) RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT i.id FROM public.invoices i WHERE ${own} AND i.invoice_number ILIKE pattern
  UNION
  SELECT i.id FROM public.invoices i WHERE ${own} AND i.vendor_invoice_number ILIKE pattern
  UNION
  SELECT i.id FROM public.invoices i WHERE ${own} AND i.description ILIKE pattern
  UNION
  SELECT i.id FROM public.vendors v JOIN public.invoices i ON i.tenant_id = v.tenant_id AND i.vendor_id = v.id
   WHERE v.tenant_id = ${CURRENT_TENANT}${narrowed} AND (v.name ILIKE pattern OR v.name_ar ILIKE pattern)
$$`;
}

/** As this migration leaves it. */
export const MATCHING_INVOICES = matchingInvoices(VENDORS_BY_INDEX);

/** What is there already; the folding takes it up. */
const BACKFILL = [
  ['purchase_orders', 'order', 'r.currency'],
  ['invoices', 'invoice', 'r.currency'],
  ['vendors', 'vendor', `''`],
].map(
  ([table, what, currency]) => `INSERT INTO report_entries (tenant_id, measure, key, day, currency, count, amount)
    SELECT r.tenant_id, f.measure, f.key, f.day, ${currency}, sum(f.count), 0
      FROM ${table} r CROSS JOIN LATERAL report_${what}_figures(r) f WHERE f.measure LIKE '%\\_list%' GROUP BY 1, 2, 3, 4, 5`,
);

/** Sorting by a name or a status breaks ties by the instant of creation, which the older indexes carry; the rest by id. */
const INDEXES: Readonly<Record<string, string>> = {
  ix_purchase_orders_status_vendor: 'purchase_orders (tenant_id, status, vendor_id, created_at DESC, id DESC)',
  ix_purchase_orders_total: 'purchase_orders (tenant_id, total_amount, id)',
  ix_purchase_orders_subtotal: 'purchase_orders (tenant_id, subtotal, id)',
  ix_purchase_orders_vat: 'purchase_orders (tenant_id, vat_amount, id)',
  ix_purchase_orders_updated: 'purchase_orders (tenant_id, updated_at, id)',
  // Nulls come last in both directions, which one index cannot give.
  ix_purchase_orders_approved: 'purchase_orders (tenant_id, approved_at, id)',
  ix_purchase_orders_approved_latest: 'purchase_orders (tenant_id, approved_at DESC NULLS LAST, id DESC)',
  ix_purchase_orders_expected: 'purchase_orders (tenant_id, expected_delivery_date, id)',
  ix_purchase_orders_expected_latest: 'purchase_orders (tenant_id, expected_delivery_date DESC NULLS LAST, id DESC)',
  ix_purchase_orders_currency: 'purchase_orders (tenant_id, currency, id)',
  ix_invoices_due: 'invoices (tenant_id, due_date, id)',
  ix_invoices_total: 'invoices (tenant_id, total, id)',
  ix_invoices_vendor_number: 'invoices (tenant_id, vendor_invoice_number, id)',
  ix_invoices_updated: 'invoices (tenant_id, updated_at, id)',
  ix_invoices_match: 'invoices (tenant_id, match_status, created_at DESC, id DESC)',
  ix_vendors_name: 'vendors (tenant_id, name, id)',
  ix_vendors_status: 'vendors (tenant_id, status, created_at DESC, id DESC)',
  ix_vendors_category: 'vendors (tenant_id, category, id)',
  ix_vendors_category_last: 'vendors (tenant_id, category DESC NULLS LAST, id DESC)',
  ix_vendors_email: 'vendors (tenant_id, email, id)',
  ix_vendors_email_last: 'vendors (tenant_id, email DESC NULLS LAST, id DESC)',
  ix_vendors_updated: 'vendors (tenant_id, updated_at, id)',
  ix_vendors_spend: 'vendors (tenant_id, total_spend, id)',
  ix_vendors_orders: 'vendors (tenant_id, total_orders, id)',
  ix_vendors_score: 'vendors (tenant_id, performance_score, id)',
};
