import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CURRENT_TENANT, openDoor, runAll } from '../schema/migration-steps';
import { roleName } from '../role';

/**
 * Reports whose cost is that of their answer: figures by the year beside those by day and month, spending by category,
 * and vendors' performance summed over all of them and by category. What changes is appended as before; all of this is
 * derived where entries are folded, so nobody who writes waits for it.
 */
export class ReportTotals1763700001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      // What is counted below must not change between the counting and the triggers that go on from it.
      'LOCK TABLE report_entries, report_figures, vendors, vendor_performance_periods IN SHARE ROW EXCLUSIVE MODE',
      'ALTER TABLE report_figures DROP CONSTRAINT ck_report_figures_grain',
      `ALTER TABLE report_figures ADD CONSTRAINT ck_report_figures_grain CHECK (grain IN ('day', 'month', 'year'))`,
      'ALTER TABLE vendors ADD COLUMN counted_category text',
      'UPDATE vendors SET counted_category = category WHERE category IS NOT NULL',
      vendorFigures(CATEGORY_LIST),
      ...vendorTrigger('(OLD.status, OLD.category) IS DISTINCT FROM (NEW.status, NEW.category)'),
      PERFORMANCE_FIGURES,
      FOLLOW_PERFORMANCE,
      `CREATE TRIGGER report_rows AFTER INSERT OR DELETE ON vendor_performance_periods
        FOR EACH ROW EXECUTE FUNCTION follow_performance_for_reports()`,
      `CREATE TRIGGER report_changes AFTER UPDATE ON vendor_performance_periods
        FOR EACH ROW WHEN (NEW.grain = 'day') EXECUTE FUNCTION follow_performance_for_reports()`,
      ...BACKFILL,
      ...Object.entries(INDEXES).map(([name, definition]) => `CREATE INDEX ${name} ON ${definition}`),
      tenantsToFold(MOVED_VENDORS),
      FOLD,
      // Instances of an older release would fold without what is derived: they leave the entries to those of this one.
      `REVOKE DELETE, UPDATE ON report_entries FROM ${roleName(runner)}`,
      `REVOKE INSERT, DELETE, UPDATE ON report_figures FROM ${roleName(runner)}`,
    ]);
    await openDoor(runner, 'fold_report_entries(integer)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      `GRANT DELETE, UPDATE ON report_entries TO ${roleName(runner)}`,
      `GRANT INSERT, DELETE, UPDATE ON report_figures TO ${roleName(runner)}`,
      'DROP FUNCTION fold_report_entries(integer)',
      tenantsToFold(''),
      ...Object.keys(INDEXES).map((name) => `DROP INDEX ${name}`),
      'DROP TRIGGER report_rows ON vendor_performance_periods',
      'DROP TRIGGER report_changes ON vendor_performance_periods',
      'DROP FUNCTION follow_performance_for_reports()',
      'DROP FUNCTION report_performance_figures(vendor_performance_periods)',
      ...vendorTrigger('OLD.status IS DISTINCT FROM NEW.status'),
      vendorFigures(''),
      `DELETE FROM report_entries WHERE measure LIKE 'performance.%' OR measure LIKE '%.category'`,
      `DELETE FROM report_figures WHERE measure LIKE 'performance.%' OR measure LIKE '%.category' OR grain = 'year'`,
      'ALTER TABLE vendors DROP COLUMN counted_category',
      'ALTER TABLE report_figures DROP CONSTRAINT ck_report_figures_grain',
      `ALTER TABLE report_figures ADD CONSTRAINT ck_report_figures_grain CHECK (grain IN ('day', 'month'))`,
    ]);
  }
}

const COLUMNS = 'measure text, key text, day date, count integer, amount numeric';
const GRAINS = `(VALUES ('day'), ('month'), ('year')) AS g (grain)`;

/** A category as a figure's key; vendors without one share the empty key. */
const keyOf = (category: string): string => `coalesce(':' || ${category}, '')`;

const CATEGORY_LIST = `
    UNION ALL
    SELECT 'vendor_list.category', ${keyOf('v.category')}, (v.created_at AT TIME ZONE 'UTC')::date, 1, 0`;

/** What one vendor counts for. */
function vendorFigures(more: string): string {
  return `CREATE OR REPLACE FUNCTION report_vendor_figures(v vendors) RETURNS TABLE (${COLUMNS}) LANGUAGE sql STABLE AS $$
    SELECT 'vendor_list', v.status, (v.created_at AT TIME ZONE 'UTC')::date, 1, 0::numeric${more}
  $$`;
}

function vendorTrigger(condition: string): string[] {
  return [
    'DROP TRIGGER report_changes ON vendors',
    `CREATE TRIGGER report_changes AFTER UPDATE ON vendors FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION follow_vendor_for_reports()`,
  ];
}

const PERFORMANCE = [
  'lines_on_time',
  'lines_late',
  'receipts',
  'receipt_days',
  'received',
  'rejected',
  'returned',
  'answers',
  'answer_hours',
  'priced_lines',
  'price_deviation',
];

/** What a vendor's day adds to the performance of all; months are summed up from days. */
const PERFORMANCE_FIGURES = `CREATE FUNCTION report_performance_figures(p vendor_performance_periods) RETURNS TABLE (${COLUMNS}) LANGUAGE sql STABLE AS $$
    SELECT 'performance.' || f.name || '.vendor', p.vendor_id::text, p.day, 0, f.amount
      FROM (VALUES ${PERFORMANCE.map((name) => `('${name}', p.${name})`).join(', ')}) AS f (name, amount)
     WHERE p.grain = 'day' AND f.amount <> 0
  $$`;

/** As for orders and invoices; performance counts in no currency. */
const FOLLOW_PERFORMANCE = `CREATE FUNCTION follow_performance_for_reports() RETURNS trigger LANGUAGE plpgsql AS $$
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
    END $$`;

const SPENDING = `'orders.vendor', 'invoiced.vendor', 'paid.vendor'`;
const INTO_FIGURES =
  'INSERT INTO public.report_figures AS f (tenant_id, measure, grain, day, key, currency, count, amount)';
const start = (day: string): string => `date_trunc(g.grain, ${day}::timestamp)::date`;

/** What is there already. */
const BACKFILL = [
  `${INTO_FIGURES}
   SELECT m.tenant_id, m.measure, 'year', date_trunc('year', m.day::timestamp)::date, m.key, m.currency, sum(m.count), sum(m.amount)
     FROM report_figures m WHERE m.grain = 'month' GROUP BY 1, 2, 4, 5, 6`,
  `${INTO_FIGURES}
   SELECT d.tenant_id, replace(d.measure, '.vendor', '.category'), d.grain, d.day, ${keyOf('v.category')}, d.currency, sum(d.count), sum(d.amount)
     FROM report_figures d LEFT JOIN vendors v ON v.tenant_id = d.tenant_id AND v.id = d.key::bigint
    WHERE d.measure IN (${SPENDING}) GROUP BY 1, 2, 3, 4, 5, 6`,
  `${INTO_FIGURES}
   SELECT p.tenant_id, s.measure, g.grain, ${start('p.day')}, s.key, '', 0, sum(x.amount)
     FROM vendor_performance_periods p
     JOIN vendors v ON v.tenant_id = p.tenant_id AND v.id = p.vendor_id
    CROSS JOIN LATERAL report_performance_figures(p) x
    CROSS JOIN LATERAL (VALUES (replace(x.measure, '.vendor', ''), ''),
                               (replace(x.measure, '.vendor', '.category'), ${keyOf('v.category')})) AS s (measure, key)
    CROSS JOIN ${GRAINS} GROUP BY 1, 2, 3, 4, 5`,
  `${INTO_FIGURES}
   SELECT r.tenant_id, x.measure, g.grain, ${start('x.day')}, x.key, '', sum(x.count), 0
     FROM vendors r CROSS JOIN LATERAL report_vendor_figures(r) x CROSS JOIN ${GRAINS}
    WHERE x.measure = 'vendor_list.category' GROUP BY 1, 2, 3, 4, 5`,
];

const INDEXES: Readonly<Record<string, string>> = {
  // Vendors that are counted under another category than their present one; few, and not for long.
  ix_vendors_moved: 'vendors (tenant_id, id) WHERE category IS DISTINCT FROM counted_category',
  // What a vendor that moves takes along.
  ix_report_figures_vendor: `report_figures (tenant_id, key) WHERE grain = 'day' AND measure IN (${SPENDING})`,
};

const MOVED_VENDORS = `
    UNION
    SELECT DISTINCT tenant_id FROM public.vendors WHERE category IS DISTINCT FROM counted_category`;

/** Whose entries wait to be folded, or whose vendors to be counted under another category? */
function tenantsToFold(more: string): string {
  return `CREATE OR REPLACE FUNCTION tenants_with_report_entries() RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT DISTINCT tenant_id FROM public.report_entries${more}
  $$`;
}

const ADD = `
    ON CONFLICT (tenant_id, measure, grain, day, key, currency)
    DO UPDATE SET count = f.count + EXCLUDED.count, amount = f.amount + EXCLUDED.amount`;

/** Adds rows of (measure, key, day, currency, count, amount) to the figures of days, months and years. */
const addAll = (rows: string): string => `
    ${INTO_FIGURES}
    SELECT tenant, c.measure, g.grain, ${start('c.day')} AS first, c.key, c.currency, sum(c.count), sum(c.amount)
      FROM (${rows}) AS c CROSS JOIN ${GRAINS}
     GROUP BY c.measure, g.grain, first, c.key, c.currency${ADD}`;

/** The constant beside the tenant in the lock under which folds of one tenant take turns. */
const FOLD_LOCK = '7305501221';

/**
 * Folds so many entries of the current tenant at most; answers whether more may wait, false while another fold is at it.
 *
 * A vendor's figures count under its \`counted_category\` too, which only this function changes, under its lock: so no
 * write has to look at a category that is being changed meanwhile. A vendor whose category is another by now takes its
 * folded figures along; one that is locked is left to the next fold, nobody is waited for. Of performance, what is folded
 * of a vendor is what it has less what waits.
 */
export const FOLD = `CREATE FUNCTION fold_report_entries(at_most integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  tenant uuid := ${CURRENT_TENANT};
  folded bigint;
  moved_vendors bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended(tenant::text, ${FOLD_LOCK})) THEN
    RETURN false;
  END IF;

  WITH taken AS (
    DELETE FROM public.report_entries e
     USING (SELECT id FROM public.report_entries WHERE tenant_id = tenant ORDER BY id LIMIT at_most) next
     WHERE e.tenant_id = tenant AND e.id = next.id
    RETURNING e.measure, e.key, e.day, e.currency, e.count, e.amount
  ), added AS (${addAll(`
      SELECT t.measure, t.key, t.day, t.currency, t.count, t.amount FROM taken t WHERE t.measure NOT LIKE 'performance.%'
      UNION ALL
      SELECT replace(t.measure, '.vendor', ''), '', t.day, t.currency, t.count, t.amount
        FROM taken t WHERE t.measure LIKE 'performance.%'
      UNION ALL
      SELECT replace(t.measure, '.vendor', '.category'), ${keyOf('v.counted_category')}, t.day, t.currency, t.count, t.amount
        FROM taken t LEFT JOIN public.vendors v ON v.tenant_id = tenant AND v.id = t.key::bigint
       WHERE t.measure LIKE '%.vendor'`)}
  )
  SELECT count(*) INTO folded FROM taken;

  WITH moved AS MATERIALIZED (
    SELECT id, category, counted_category FROM public.vendors
     WHERE tenant_id = tenant AND category IS DISTINCT FROM counted_category
     ORDER BY id LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED
  ), theirs AS (
    SELECT m.id, d.measure, d.day, d.currency, d.count, d.amount
      FROM moved m JOIN public.report_figures d
        ON d.tenant_id = tenant AND d.key = m.id::text AND d.grain = 'day' AND d.measure IN (${SPENDING})
    UNION ALL
    SELECT m.id, x.measure, x.day, '', x.count, x.amount
      FROM moved m JOIN public.vendor_performance_periods p ON p.tenant_id = tenant AND p.vendor_id = m.id AND p.grain = 'day'
     CROSS JOIN LATERAL public.report_performance_figures(p) x
    UNION ALL
    SELECT m.id, e.measure, e.day, e.currency, -e.count, -e.amount
      FROM moved m JOIN public.report_entries e
        ON e.tenant_id = tenant AND e.key = m.id::text AND e.measure LIKE 'performance.%.vendor'
  ), added AS (${addAll(`
      SELECT replace(t.measure, '.vendor', '.category') AS measure, s.key, t.day, t.currency, s.sign * t.count AS count, s.sign * t.amount AS amount
        FROM theirs t JOIN moved m USING (id)
       CROSS JOIN LATERAL (VALUES (${keyOf('m.counted_category')}, -1), (${keyOf('m.category')}, 1)) AS s (key, sign)`)}
  )
  UPDATE public.vendors v SET counted_category = m.category FROM moved m WHERE v.tenant_id = tenant AND v.id = m.id;
  GET DIAGNOSTICS moved_vendors = ROW_COUNT;

  RETURN folded = at_most OR moved_vendors = 100;
END $$`;
