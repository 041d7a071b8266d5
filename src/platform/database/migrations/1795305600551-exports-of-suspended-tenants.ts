import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions, withoutText } from '../schema/migration-steps';

/** The command line can export data of a suspended tenant, too. */
export class ExportsOfSuspendedTenants1795305600551 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await loadFunctions(runner, ['claim_export']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutText(runner, 'claim_export', ` OR o.actor->>'tokenId' IS NULL`);
    await withoutText(
      runner,
      'claim_export',
      `\n                                AND (t.status = 'active' OR earlier.actor->>'tokenId' IS NULL)`,
    );
  }
}
