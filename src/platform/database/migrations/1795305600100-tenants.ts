import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions, protectTenantTable, runAll } from '../schema/migration-steps';

/** Tenants with their plan, quotas and settings. */
export class Tenants1795305600100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [...TABLES]);
    await protectTenantTable(runner, 'tenants', { column: 'id' });
    await loadFunctions(runner, ['tenant_by_slug', 'all_tenants']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, ['tenant_by_slug', 'all_tenants']);
    await runner.query('DROP TABLE tenants');
  }
}

const TABLES = [
  `CREATE TABLE tenants (
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    plan text NOT NULL,
    rate_table text NOT NULL,
    currency text NOT NULL,
    settings jsonb NOT NULL DEFAULT '{}',
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    -- The day that the scores of its vendors were last refreshed for: what one process has done the others leave.
    scores_as_of date,
    -- What the operator has set in place of the plan.
    quotas jsonb NOT NULL DEFAULT '{}',
    -- Bytes of its uploaded documents.
    stored_bytes bigint NOT NULL DEFAULT 0,
    CONSTRAINT pk_tenants PRIMARY KEY (id),
    CONSTRAINT uq_tenants_slug UNIQUE (slug),
    CONSTRAINT ck_tenants_status CHECK (status IN ('active', 'suspended'))
  )`,
];
