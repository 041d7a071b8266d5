import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions } from '../schema/migration-steps';

/** Functions that return the tenants with periodic work, so that not every tenant is visited. */
export class TenantsWithWork1795305601460 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX ix_imports_finished ON imports (finished_at) WHERE finished_at IS NOT NULL');
    await loadFunctions(runner, FUNCTIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, FUNCTIONS);
    await runner.query('DROP INDEX ix_imports_finished');
  }
}

const FUNCTIONS = [
  'tenants_to_prune_webhooks',
  'tenants_to_prune_imports',
  'tenants_to_score',
  'tenants_with_old_evidence',
];
