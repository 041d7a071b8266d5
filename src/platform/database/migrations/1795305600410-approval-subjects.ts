import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** Approval steps apply to orders, amendments and invoices, each with a separate workflow. */
export class ApprovalSubjects1795305600410 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, DOWN);
  }
}

const UP = [
  `ALTER TABLE approval_steps
     ADD COLUMN invoice_id bigint,
     ALTER COLUMN purchase_order_id DROP NOT NULL,
     ADD CONSTRAINT ck_approval_steps_subject
       CHECK ((purchase_order_id IS NULL) <> (invoice_id IS NULL) AND (invoice_id IS NULL OR amendment_id IS NULL)),
     ADD CONSTRAINT fk_approval_steps_tenant_id_invoice_id
       FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices (tenant_id, id) ON DELETE CASCADE`,
  // Each place in a round is unique, for the steps of an invoice.
  `CREATE UNIQUE INDEX uq_approval_steps_invoice_place ON approval_steps (tenant_id, invoice_id, round, step)
    WHERE invoice_id IS NOT NULL`,
  // Pending steps by age.
  `CREATE INDEX ix_approval_steps_pending ON approval_steps (tenant_id, opened_at, id) WHERE status = 'pending'`,
  // Null: the workflow of amendments then uses the rules of orders.
  `ALTER TABLE approval_workflows
     ALTER COLUMN rules DROP NOT NULL,
     ADD CONSTRAINT ck_approval_workflows_rules CHECK (rules IS NOT NULL OR kind = 'amendments')`,
  'ALTER TABLE invoices ADD COLUMN current_step integer',
];

const DOWN = [
  'ALTER TABLE invoices DROP COLUMN current_step',
  `DELETE FROM approval_workflows WHERE kind <> 'purchase-orders'`,
  `ALTER TABLE approval_workflows
     DROP CONSTRAINT ck_approval_workflows_rules,
     ALTER COLUMN rules SET NOT NULL`,
  'DROP INDEX ix_approval_steps_pending, uq_approval_steps_invoice_place',
  'DELETE FROM approval_steps WHERE invoice_id IS NOT NULL',
  `ALTER TABLE approval_steps
     DROP CONSTRAINT ck_approval_steps_subject,
     DROP COLUMN invoice_id,
     ALTER COLUMN purchase_order_id SET NOT NULL`,
];
