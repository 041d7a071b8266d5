import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates the constraint on import errors in one scan, without blocking writers. */
export class ImportSeveritiesValid1795305602111 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE import_errors VALIDATE CONSTRAINT ck_import_errors_severity');
  }

  async down(): Promise<void> {
    // A valid constraint need not become invalid again.
  }
}
