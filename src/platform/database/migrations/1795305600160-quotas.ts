import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTenantTable, runAll } from '../schema/migration-steps';

/** Daily usage of a tenant that counts against its quotas. */
export class Quotas1795305600160 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [...TABLES]);
    await protectTenantTable(runner, 'daily_counts');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE daily_counts');
  }
}

const TABLES = [
  `CREATE TABLE daily_counts (
    tenant_id uuid NOT NULL,
    kind text NOT NULL,
    day date NOT NULL,
    used integer NOT NULL,
    CONSTRAINT pk_daily_counts PRIMARY KEY (tenant_id, kind),
    CONSTRAINT ck_daily_counts_kind CHECK (kind IN ('invitation', 'mail', 'security_notice')),
    CONSTRAINT fk_daily_counts_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id)
  )`,
];
