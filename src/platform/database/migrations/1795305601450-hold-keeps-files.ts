import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions, withoutText } from '../schema/migration-steps';

/** A legal hold also retains the files of deleted documents, and prevents the reset of a sandbox. */
export class HoldKeepsFiles1795305601450 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await loadFunctions(runner, ['orphaned_objects', 'due_sandbox_tenants']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutText(
      runner,
      'orphaned_objects',
      `
     AND NOT EXISTS (SELECT FROM public.tenants t WHERE t.id = o.tenant_id AND t.legal_hold_since IS NOT NULL)`,
    );
    await withoutText(runner, 'due_sandbox_tenants', ' AND t.legal_hold_since IS NULL');
  }
}
