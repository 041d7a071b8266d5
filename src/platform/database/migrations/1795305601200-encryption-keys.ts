import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions, roleName, runAll } from '../schema/migration-steps';

/** A canary for each key with an id, and functions of `keys:rotate` and `keys:status` across tenants. */
export class EncryptionKeys1795305601200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const role = roleName(runner);
    await runAll(runner, [
      `CREATE TABLE encryption_keys (
         key_id text NOT NULL,
         sealed text NOT NULL,
         created_at timestamp(3) with time zone NOT NULL,
         retired_at timestamp(3) with time zone,
         CONSTRAINT pk_encryption_keys PRIMARY KEY (key_id)
       )`,
      `GRANT SELECT, INSERT, UPDATE ON encryption_keys TO ${role}`,
      `GRANT UPDATE ON encryption_canary TO ${role}`,
    ]);
    await loadFunctions(runner, FUNCTIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, FUNCTIONS);
    await runner.query(`REVOKE UPDATE ON encryption_canary FROM ${roleName(runner)}`);
    await runner.query('DROP TABLE encryption_keys');
  }
}

const FUNCTIONS = ['sealed_values_by_key', 'tenants_with_other_keys'];
