import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions } from '../schema/migration-steps';

/** The time of the last reminder mail to the approvers of a step. */
export class ApprovalReminders1795305600452 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approval_steps ADD COLUMN reminded_at timestamp(3) with time zone');
    await loadFunctions(runner, ['tenants_to_remind']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, ['tenants_to_remind']);
    await runner.query('ALTER TABLE approval_steps DROP COLUMN reminded_at');
  }
}
