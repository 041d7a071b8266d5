import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** A payment can be reversed once, by an entry with a reason that references it. */
export class PaymentReversals1795305600430 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      `ALTER TABLE payments
         ADD COLUMN reverses_id bigint,
         ADD COLUMN reason text,
         ADD CONSTRAINT ck_payments_reversal CHECK ((reverses_id IS NULL) = (reason IS NULL)),
         ADD CONSTRAINT fk_payments_tenant_id_reverses_id
           FOREIGN KEY (tenant_id, reverses_id) REFERENCES payments (tenant_id, id)`,
      'CREATE UNIQUE INDEX uq_payments_reverses ON payments (tenant_id, reverses_id) WHERE reverses_id IS NOT NULL',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX uq_payments_reverses');
    await runner.query('ALTER TABLE payments DROP COLUMN reverses_id, DROP COLUMN reason');
  }
}
