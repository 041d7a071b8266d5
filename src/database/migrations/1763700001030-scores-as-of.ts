import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The day that a tenant's vendor scores were last refreshed for: what one process has done the others leave. */
export class ScoresAsOf1763700001030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tenants ADD COLUMN scores_as_of date');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tenants DROP COLUMN scores_as_of');
  }
}
