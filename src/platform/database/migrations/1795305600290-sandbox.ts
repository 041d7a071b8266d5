import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions, onlyForTheService, protectTenantTable, runAll } from '../schema/migration-steps';

/**
 * Sandbox resets: whether this database is a sandbox, current resets, the lock that rejects other transactions
 * meanwhile, and the only function that may delete append-only rows.
 */
export class Sandbox1795305600290 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [...TABLES]);
    await protectTenantTable(runner, 'sandbox_resets');
    await loadFunctions(runner, FUNCTIONS);
    await onlyForTheService(runner, 'is_sandbox()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, FUNCTIONS);
    await runner.query('DROP TABLE sandbox_resets');
  }
}

const TABLES = [
  `CREATE TABLE sandbox_resets (
    tenant_id uuid NOT NULL,
    day date NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    lease_ends_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT pk_sandbox_resets PRIMARY KEY (tenant_id),
    CONSTRAINT fk_sandbox_resets_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id)
  )`,
];

const FUNCTIONS = ['is_sandbox', 'sandbox_lock', 'sandbox_gate', 'due_sandbox_tenants', 'wipe_sandbox_tenant'];
