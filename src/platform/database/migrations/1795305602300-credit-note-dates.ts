import type { MigrationInterface, QueryRunner } from 'typeorm';
import { roleName, runAll } from '../schema/migration-steps';

/** Credit notes have a date and can be cancelled. Existing notes get the UTC day on which they were recorded. */
export class CreditNoteDates1795305602300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      `ALTER TABLE credit_notes
         ADD COLUMN credit_date date,
         ADD COLUMN fiscal_year integer,
         ADD COLUMN fiscal_series integer NOT NULL DEFAULT 0,
         ADD COLUMN cancelled_at timestamp(3) with time zone,
         ADD COLUMN cancelled_by_id bigint,
         ADD COLUMN cancellation_reason text`,
      `ALTER TABLE credit_notes ADD CONSTRAINT ck_credit_notes_cancelled
         CHECK ((cancelled_at IS NULL) = (cancellation_reason IS NULL)) NOT VALID`,
      `ALTER TABLE credit_notes ADD CONSTRAINT fk_credit_notes_tenant_id_cancelled_by_id
         FOREIGN KEY (tenant_id, cancelled_by_id) REFERENCES users (tenant_id, id) NOT VALID`,
      `GRANT UPDATE ON credit_notes TO ${roleName(runner)}`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      `REVOKE UPDATE ON credit_notes FROM ${roleName(runner)}`,
      `ALTER TABLE credit_notes DROP COLUMN credit_date, DROP COLUMN fiscal_year, DROP COLUMN fiscal_series,
         DROP COLUMN cancelled_at, DROP COLUMN cancelled_by_id, DROP COLUMN cancellation_reason`,
    ]);
  }
}
