import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../schema/migration-steps';

const FUNCTIONS = ['claim_export', 'claim_import', 'claim_mail', 'forget_idempotency_keys'];

/** Functions with a row limit respect it under every query plan. */
export class BoundedClaims1795305603000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await loadFunctions(runner, FUNCTIONS);
  }

  /** The current functions also suit the previous release. */
  async down(): Promise<void> {}
}
