import type { MigrationInterface, QueryRunner } from 'typeorm';
import { roleName } from '../schema/migration-steps';

/** Payments are append-only, except for external id and metadata, which may be set later. */
export class PaymentsExternalIds1795305600511 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`GRANT UPDATE (external_id, metadata) ON payments TO ${roleName(runner)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`REVOKE UPDATE (external_id, metadata) ON payments FROM ${roleName(runner)}`);
  }
}
