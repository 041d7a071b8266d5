import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../schema/migration-steps';

const FUNCTIONS = ['claim_export', 'claim_import', 'claim_mail', 'forget_idempotency_keys'];

/** Functions that take at most so many rows keep to it under every plan. */
export class BoundedClaims1795305603000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await loadFunctions(runner, FUNCTIONS);
  }

  /** What the files say serves the release before, too. */
  async down(): Promise<void> {}
}
