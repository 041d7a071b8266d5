import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** Imports show the API warnings of each row. Existing entries are errors. */
export class ImportWarnings1795305602110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'ALTER TABLE imports ADD COLUMN warnings integer NOT NULL DEFAULT 0',
      `ALTER TABLE import_errors ADD COLUMN severity text NOT NULL DEFAULT 'error'`,
      `ALTER TABLE import_errors ADD CONSTRAINT ck_import_errors_severity
         CHECK (severity IN ('error', 'warning')) NOT VALID`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'ALTER TABLE import_errors DROP COLUMN severity',
      'ALTER TABLE imports DROP COLUMN warnings',
    ]);
  }
}
