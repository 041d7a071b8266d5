import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions, withoutText } from '../schema/migration-steps';

/** An attempt at an export counts when it begins, so that a crash of its process counts too. */
export class ExportAttempts1795305600550 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await loadFunctions(runner, ['claim_export']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutText(runner, 'claim_export', ',\n         attempts = e.attempts + 1');
  }
}
