import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** Checks the constraints of the migration before, while writers go on. */
export class CreditNoteDatesChecked1795305602301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'ALTER TABLE credit_notes VALIDATE CONSTRAINT ck_credit_notes_cancelled',
      'ALTER TABLE credit_notes VALIDATE CONSTRAINT fk_credit_notes_tenant_id_cancelled_by_id',
    ]);
  }

  async down(): Promise<void> {
    // A checked constraint needs no undoing.
  }
}
