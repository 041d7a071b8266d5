import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** Who had a hand in an invoice before it is decided. */
export class InvoiceDuties1795305600431 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      `ALTER TABLE invoices
         ADD COLUMN submitted_by_id bigint,
         ADD COLUMN changed_by_ids bigint[] NOT NULL DEFAULT '{}',
         ADD CONSTRAINT fk_invoices_tenant_id_submitted_by_id
           FOREIGN KEY (tenant_id, submitted_by_id) REFERENCES users (tenant_id, id)`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoices DROP COLUMN submitted_by_id, DROP COLUMN changed_by_ids');
  }
}
