import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions, roleName, runAll } from '../schema/migration-steps';

/**
 * A known text, encrypted with the key of the first start. A start with another key cannot decrypt it and fails. It
 * belongs to no tenant.
 */
export class EncryptionCanary1795305600300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [...TABLES]);
    await runner.query(`GRANT SELECT, INSERT ON encryption_canary TO ${roleName(runner)}`);
    await loadFunctions(runner, ['sealed_samples']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, ['sealed_samples']);
    await runner.query('DROP TABLE encryption_canary');
  }
}

const TABLES = [
  `CREATE TABLE encryption_canary (
    id integer NOT NULL,
    sealed text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT pk_encryption_canary PRIMARY KEY (id),
    CONSTRAINT ck_encryption_canary_id CHECK (id = 1)
  )`,
];
