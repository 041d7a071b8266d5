import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions, runAll, withoutText } from '../schema/migration-steps';

/**
 * The original id of a moved tenant, with which its evidence began, a legal hold, a running erasure, and the record of
 * finished erasures. The service's role may not read that record: it belongs to no tenant and is only for the operator.
 */
export class TenantsLives1795305601300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'ALTER TABLE evidence_chains ADD COLUMN origin_id uuid',
      `ALTER TABLE tenants ADD COLUMN legal_hold_reason text, ADD COLUMN legal_hold_since timestamp(3) with time zone,
         ADD COLUMN erasing_since timestamp(3) with time zone`,
      ...TABLES,
    ]);
    await loadFunctions(runner, FUNCTIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, ['tenants_to_prune']);
    await runner.query('DROP TABLE tenant_erasures');
    for (const row of ['a', 'e']) {
      await runner.query(`DO $$ BEGIN EXECUTE replace(pg_get_functiondef('public.seal_evidence'::regproc),
        'coalesce(chain.origin_id, ${row}.tenant_id)', '${row}.tenant_id'); END $$`);
    }
    await withoutText(
      runner,
      'remove_old_evidence',
      `  IF EXISTS (SELECT FROM public.tenants t WHERE t.id = tenant AND t.legal_hold_since IS NOT NULL) THEN
    RETURN 0;
  END IF;
`,
    );
    await withoutText(
      runner,
      'expired_exports',
      `
     AND NOT EXISTS (SELECT FROM public.tenants t WHERE t.id = e.tenant_id AND t.legal_hold_since IS NOT NULL)`,
    );
    await runAll(runner, [
      'ALTER TABLE tenants DROP COLUMN legal_hold_reason, DROP COLUMN legal_hold_since, DROP COLUMN erasing_since',
      'ALTER TABLE evidence_chains DROP COLUMN origin_id',
    ]);
  }
}

const FUNCTIONS = ['seal_evidence', 'remove_old_evidence', 'expired_exports', 'tenants_to_prune'];

const TABLES = [
  `CREATE TABLE tenant_erasures (
    erased_id uuid NOT NULL,
    slug text NOT NULL,
    erased_by text NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    rows_erased jsonb NOT NULL DEFAULT '{}',
    files_erased bigint NOT NULL DEFAULT 0,
    CONSTRAINT pk_tenant_erasures PRIMARY KEY (erased_id, started_at)
  )`,
];
