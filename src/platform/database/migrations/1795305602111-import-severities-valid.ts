import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reads the errors of imports once, beside which writers go on. */
export class ImportSeveritiesValid1795305602111 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE import_errors VALIDATE CONSTRAINT ck_import_errors_severity');
  }

  async down(): Promise<void> {
    // A constraint that is valid needs no change to be not valid again.
  }
}
