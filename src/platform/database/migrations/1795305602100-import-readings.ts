import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the file of an import is parsed. Older code leaves the column empty. */
export class ImportReadings1795305602100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE imports ADD COLUMN reading jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE imports DROP COLUMN reading');
  }
}
