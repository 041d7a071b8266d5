import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions, withoutText } from '../schema/migration-steps';

/** An attempt at an import counts when it begins, so that a crash of its process counts too. */
export class ImportAttempts1795305600533 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await loadFunctions(runner, ['claim_import']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutText(runner, 'claim_import', ',\n         attempts = i.attempts + 1');
  }
}
