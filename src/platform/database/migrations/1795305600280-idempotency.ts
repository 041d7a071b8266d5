import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions, protectTenantTable, runAll } from '../schema/migration-steps';

/** Responses stored for a day by Idempotency-Key. */
export class Idempotency1795305600280 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [...TABLES, ...INDEXES]);
    await protectTenantTable(runner, 'idempotency_keys');
    await loadFunctions(runner, ['forget_idempotency_keys']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, ['forget_idempotency_keys']);
    await runner.query('DROP TABLE idempotency_keys');
  }
}

const TABLES = [
  `CREATE TABLE idempotency_keys (
    tenant_id uuid NOT NULL,
    token_id bigint NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status integer,
    headers jsonb,
    sealed_body text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT pk_idempotency_keys PRIMARY KEY (tenant_id, token_id, key),
    CONSTRAINT fk_idempotency_keys_tenant_id_token_id
      FOREIGN KEY (tenant_id, token_id) REFERENCES api_tokens (tenant_id, id)
  )`,
];

const INDEXES = ['CREATE INDEX ix_idempotency_keys_expires_at ON idempotency_keys (expires_at)'];
