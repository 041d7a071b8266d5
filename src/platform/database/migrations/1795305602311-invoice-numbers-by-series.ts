import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/**
 * A vendor's invoice number is unique per fiscal year and series. An index finds credit notes without a fiscal year.
 */
export class InvoiceNumbersBySeries1795305602311 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      // A failed attempt leaves an invalid index.
      'DROP INDEX CONCURRENTLY IF EXISTS uq_invoices_identity_new',
      `CREATE UNIQUE INDEX CONCURRENTLY uq_invoices_identity_new
         ON invoices (tenant_id, vendor_id, number_key, fiscal_year, fiscal_series) WHERE status <> 'cancelled'`,
      'DROP INDEX CONCURRENTLY IF EXISTS uq_invoices_identity',
      // The previous release recognizes a duplicate by this name.
      'ALTER INDEX uq_invoices_identity_new RENAME TO uq_invoices_identity',
      'DROP INDEX CONCURRENTLY IF EXISTS ix_credit_notes_without_year',
      'CREATE INDEX CONCURRENTLY ix_credit_notes_without_year ON credit_notes (tenant_id) WHERE fiscal_year IS NULL',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'DROP INDEX ix_credit_notes_without_year',
      'DROP INDEX uq_invoices_identity',
      `CREATE UNIQUE INDEX uq_invoices_identity ON invoices (tenant_id, vendor_id, number_key, fiscal_year)
         WHERE status <> 'cancelled'`,
    ]);
  }
}
