import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions, runAll } from '../schema/migration-steps';

/**
 * A change of the first month of the fiscal year is pending until all stored fiscal years are recomputed. The old and
 * new fiscal years belong to different series, so that their numbers do not conflict.
 */
export class FiscalYearChanges1795305602310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      `ALTER TABLE tenants
         ADD COLUMN fiscal_series integer NOT NULL DEFAULT 0,
         ADD COLUMN pending_fiscal_month integer,
         ADD COLUMN pending_fiscal_series integer`,
      'ALTER TABLE invoices ADD COLUMN fiscal_series integer NOT NULL DEFAULT 0',
    ]);
    await loadFunctions(runner, ['tenants_with_fiscal_years_to_store']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, ['tenants_with_fiscal_years_to_store']);
    await runAll(runner, [
      'ALTER TABLE invoices DROP COLUMN fiscal_series',
      'ALTER TABLE tenants DROP COLUMN fiscal_series, DROP COLUMN pending_fiscal_month, DROP COLUMN pending_fiscal_series',
    ]);
  }
}
