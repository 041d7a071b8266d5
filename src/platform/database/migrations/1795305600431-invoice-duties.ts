import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** The users who worked on an invoice before its decision. For open invoices they are taken from the audit log. */
export class InvoiceDuties1795305600431 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoices DROP COLUMN submitted_by_id, DROP COLUMN changed_by_ids');
  }
}

const ENTRIES = `FROM audit_log a JOIN users u ON u.tenant_id = a.tenant_id AND u.id = a.user_id
      WHERE a.tenant_id = i.tenant_id AND a.entity_type = 'invoice' AND a.entity_id = i.id`;

const UP = [
  `ALTER TABLE invoices
     ADD COLUMN submitted_by_id bigint,
     ADD COLUMN changed_by_ids bigint[] NOT NULL DEFAULT '{}',
     ADD CONSTRAINT fk_invoices_tenant_id_submitted_by_id
       FOREIGN KEY (tenant_id, submitted_by_id) REFERENCES users (tenant_id, id)`,
  `UPDATE invoices i
      SET submitted_by_id = (SELECT a.user_id ${ENTRIES} AND a.action = 'submitted' ORDER BY a.id DESC LIMIT 1),
          changed_by_ids = ARRAY (SELECT DISTINCT a.user_id ${ENTRIES} AND a.action = 'updated')
    WHERE i.status IN ('draft', 'submitted', 'pending')`,
];
