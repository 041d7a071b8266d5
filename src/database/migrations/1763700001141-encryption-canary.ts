import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openDoor, runAll } from '../schema/migration-steps';
import { roleName } from '../role';

/**
 * One text that every start knows, sealed under the key that the first start had: another key does not open it. It is
 * no tenant's.
 */
export class EncryptionCanary1763700001141 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      `CREATE TABLE encryption_canary (
        id integer NOT NULL,
        sealed text NOT NULL,
        created_at timestamp(3) with time zone NOT NULL,
        CONSTRAINT pk_encryption_canary PRIMARY KEY (id),
        CONSTRAINT ck_encryption_canary_id CHECK (id = 1)
      )`,
      `GRANT SELECT, INSERT ON encryption_canary TO ${roleName(runner)}`,
      SAMPLES,
    ]);
    await openDoor(runner, 'sealed_samples(integer)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, ['DROP FUNCTION sealed_samples(integer)', 'DROP TABLE encryption_canary']);
  }
}

// Under which key was this data written? Some of what any tenant keeps sealed, for the first start that leaves a canary.
const SAMPLES = `CREATE FUNCTION sealed_samples(how_many integer) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    (SELECT sealed_secret FROM public.webhook_subscriptions WHERE sealed_secret <> '' LIMIT how_many)
    UNION ALL
    (SELECT sealed_body FROM public.idempotency_keys WHERE sealed_body IS NOT NULL LIMIT how_many)
    UNION ALL
    (SELECT sealed_mail FROM public.outgoing_mail LIMIT how_many)
  $$`;
