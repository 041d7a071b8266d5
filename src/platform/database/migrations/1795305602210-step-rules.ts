import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The condition of the workflow rule that created a step, so that the trail shows the reason. */
export class StepRules1795305602210 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approval_steps ADD COLUMN rule jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approval_steps DROP COLUMN rule');
  }
}
