import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions, withoutText } from '../schema/migration-steps';

/** The reset of a sandbox releases the files of imports, also those of earlier resets. */
export class SandboxKeptFiles1795305600534 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await loadFunctions(runner, ['wipe_sandbox_tenant']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutText(
      runner,
      'wipe_sandbox_tenant',
      '\n  -- Nothing is left that keeps a file: the removal of orphans takes them.' +
        '\n  UPDATE public.stored_objects SET kept = false WHERE tenant_id = tenant AND kept;\n',
    );
  }
}
