import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The condition of the workflow's rule that asked for a step: a trail says why a step was asked. */
export class StepRules1795305602210 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approval_steps ADD COLUMN rule jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approval_steps DROP COLUMN rule');
  }
}
