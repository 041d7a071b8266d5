import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openDoor, protectTenantTable, runAll } from '../schema/migration-steps';

/** Answers kept for a day under the Idempotency-Key they were asked with. */
export class Idempotency1763700000750 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [TABLE, INDEX, FOREIGN_KEY]);
    await protectTenantTable(runner, 'idempotency_keys');
    await runAll(runner, [FORGET]);
    await openDoor(runner, 'forget_idempotency_keys(timestamptz, integer)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'DROP FUNCTION forget_idempotency_keys(timestamptz, integer)',
      'DROP TABLE idempotency_keys',
    ]);
  }
}

const TABLE = `CREATE TABLE idempotency_keys (
    tenant_id uuid NOT NULL,
    token_id bigint NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status integer,
    headers jsonb,
    sealed_body text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT pk_idempotency_keys PRIMARY KEY (tenant_id, token_id, key)
  )`;

const INDEX = 'CREATE INDEX ix_idempotency_keys_expires_at ON idempotency_keys (expires_at)';

const FOREIGN_KEY = `ALTER TABLE idempotency_keys ADD CONSTRAINT fk_idempotency_keys_tenant_id_token_id
  FOREIGN KEY (tenant_id, token_id) REFERENCES api_tokens (tenant_id, id)`;

/** Removes keys of any tenant that have expired, some at a time; answers how many. */
const FORGET = `CREATE FUNCTION forget_idempotency_keys(expired_by timestamptz, how_many integer) RETURNS integer
   LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
     WITH gone AS (
       DELETE FROM public.idempotency_keys k
        USING (SELECT e.tenant_id, e.token_id, e.key FROM public.idempotency_keys e
                WHERE e.expires_at <= expired_by LIMIT how_many FOR UPDATE SKIP LOCKED) AS expired
        WHERE k.tenant_id = expired.tenant_id AND k.token_id = expired.token_id AND k.key = expired.key
       RETURNING 1)
     SELECT count(*)::integer FROM gone
   $$`;
