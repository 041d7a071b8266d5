import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTenantTable, runAll } from '../schema/migration-steps';

/** Quotas of a tenant: what the operator has set, the bytes it has stored, and what it has done so often in a day. */
export class Quotas1763700001160 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [...COLUMNS, ...COUNT_WHAT_IS_STORED, DAILY_COUNTS]);
    await protectTenantTable(runner, 'daily_counts');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'DROP TABLE daily_counts',
      'ALTER TABLE stored_objects DROP COLUMN size',
      'ALTER TABLE tenants DROP COLUMN quotas, DROP COLUMN stored_bytes',
    ]);
  }
}

const COLUMNS = [
  // The defaults serve instances of the release before: what they store meanwhile is neither counted nor given back.
  'ALTER TABLE stored_objects ADD COLUMN size bigint NOT NULL DEFAULT 0',
  `ALTER TABLE tenants ADD COLUMN quotas jsonb NOT NULL DEFAULT '{}', ADD COLUMN stored_bytes bigint NOT NULL DEFAULT 0`,
];

/** What was stored before. An object that no document points to is about to be removed; its size was never known. */
const COUNT_WHAT_IS_STORED = [
  `UPDATE stored_objects o SET size = d.size FROM documents d WHERE d.tenant_id = o.tenant_id AND d.object_id = o.id`,
  `UPDATE tenants t SET stored_bytes = o.bytes
     FROM (SELECT tenant_id, sum(size) AS bytes FROM stored_objects GROUP BY tenant_id) AS o WHERE o.tenant_id = t.id`,
];

const DAILY_COUNTS = `CREATE TABLE daily_counts (
  tenant_id uuid NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  used integer NOT NULL,
  CONSTRAINT pk_daily_counts PRIMARY KEY (tenant_id, kind),
  CONSTRAINT ck_daily_counts_kind CHECK (kind IN ('invitation', 'mail', 'security_notice')),
  CONSTRAINT fk_daily_counts_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id)
)`;
