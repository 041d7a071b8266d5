import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** A vendor's credit note number is unique per fiscal year, among notes that are not cancelled. */
export class CreditNoteNumbersByYear1795305602302 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      // A failed attempt leaves an invalid index.
      'DROP INDEX CONCURRENTLY IF EXISTS uq_credit_notes_number_new',
      `CREATE UNIQUE INDEX CONCURRENTLY uq_credit_notes_number_new
         ON credit_notes (tenant_id, vendor_id, number_key, fiscal_year, fiscal_series) WHERE cancelled_at IS NULL`,
      'DROP INDEX CONCURRENTLY IF EXISTS uq_credit_notes_number',
      // The previous release recognizes a duplicate by this name.
      'ALTER INDEX uq_credit_notes_number_new RENAME TO uq_credit_notes_number',
      'DROP INDEX CONCURRENTLY IF EXISTS ix_credit_notes_tenant_id_created_at_id',
      'CREATE INDEX CONCURRENTLY ix_credit_notes_tenant_id_created_at_id ON credit_notes (tenant_id, created_at, id)',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'DROP INDEX ix_credit_notes_tenant_id_created_at_id',
      'DROP INDEX uq_credit_notes_number',
      'CREATE UNIQUE INDEX uq_credit_notes_number ON credit_notes (tenant_id, vendor_id, number_key)',
    ]);
  }
}
