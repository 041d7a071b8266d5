import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** Validates the constraints of the previous migration without blocking writers. */
export class CreditNoteDatesChecked1795305602301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'ALTER TABLE credit_notes VALIDATE CONSTRAINT ck_credit_notes_cancelled',
      'ALTER TABLE credit_notes VALIDATE CONSTRAINT fk_credit_notes_tenant_id_cancelled_by_id',
    ]);
  }

  async down(): Promise<void> {
    // A validated constraint needs no revert.
  }
}
