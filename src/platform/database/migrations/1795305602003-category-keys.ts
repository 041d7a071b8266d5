import type { MigrationInterface, QueryRunner } from 'typeorm';
import { report, runAll } from '../schema/migration-steps';

/**
 * Sets the keys (text_key) of the categories of vendors and budgets. If two active or frozen budgets now have equal
 * categories, one of them retains its old key, so that both remain; the output lists them. Can be repeated.
 */
export class CategoryKeys1795305602003 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'UPDATE vendors SET category_key = text_key(category) WHERE category_key IS DISTINCT FROM text_key(category)',
      'DROP INDEX CONCURRENTLY IF EXISTS ix_vendors_category_key',
      'CREATE INDEX CONCURRENTLY ix_vendors_category_key ON vendors (tenant_id, category_key, id)',
      BUDGETS,
    ]);
    for (const { tenant, written } of (await runner.query(EQUAL_OF_VENDORS)) as Equal[])
      report(
        runner,
        `Tenant ${tenant}: the vendors' categories ${written} are one category to filters and workflows now`,
      );
    for (const { tenant, id, written } of (await runner.query(EQUAL_OF_BUDGETS)) as Equal[])
      report(
        runner,
        `Tenant ${tenant}: the category ${written} of budget ${id} equals that of another budget now; both stay`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_vendors_category_key');
  }
}

interface Equal {
  readonly tenant: string;
  readonly id: string;
  /** The categories as written. */
  readonly written: string;
}

/**
 * Of budgets whose keys become equal, the one that already has the key gets it, else the oldest. Drafts are compared
 * when they become active.
 */
const BUDGETS = `
WITH keyed AS (
  SELECT tenant_id, id, status = 'draft' AS draft, text_key(coalesce(category, '')) AS key,
         row_number() OVER (
           PARTITION BY tenant_id, department_id, fiscal_year, currency, status = 'draft', text_key(coalesce(category, ''))
           ORDER BY category_key <> text_key(coalesce(category, '')), id) AS place
    FROM budgets)
UPDATE budgets b SET category_key = keyed.key
  FROM keyed
 WHERE keyed.tenant_id = b.tenant_id AND keyed.id = b.id AND b.category_key <> keyed.key AND (keyed.draft OR keyed.place = 1)`;

const EQUAL_OF_BUDGETS = `
SELECT tenant_id AS tenant, id, to_json(category)::text AS written FROM budgets
 WHERE category_key <> text_key(coalesce(category, '')) ORDER BY 1, 2`;

const EQUAL_OF_VENDORS = `
SELECT tenant_id AS tenant, json_agg(DISTINCT category)::text AS written FROM vendors
 WHERE category IS NOT NULL GROUP BY tenant_id, category_key HAVING count(DISTINCT category) > 1 ORDER BY 1`;
