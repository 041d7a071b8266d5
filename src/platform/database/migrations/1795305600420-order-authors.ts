import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/**
 * The submitter of an order, and everyone who changed or submitted it before. Together with its creator,
 * `prevent_self_approval` excludes them from its approval. For orders without an approval both are taken from the audit
 * log.
 */
export class OrderAuthors1795305600420 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, DOWN);
  }
}

const ENTRIES = `FROM audit_log a JOIN users u ON u.tenant_id = a.tenant_id AND u.id = a.user_id
      WHERE a.tenant_id = o.tenant_id AND a.entity_type = 'purchase_order' AND a.entity_id = o.id`;

const UP = [
  `ALTER TABLE purchase_orders
     ADD COLUMN submitted_by_id bigint,
     ADD COLUMN changed_by_ids bigint[] NOT NULL DEFAULT '{}',
     ADD CONSTRAINT fk_purchase_orders_tenant_id_submitted_by_id
       FOREIGN KEY (tenant_id, submitted_by_id) REFERENCES users (tenant_id, id)`,
  `UPDATE purchase_orders o
      SET submitted_by_id = (SELECT a.user_id ${ENTRIES} AND a.action = 'submitted' ORDER BY a.id DESC LIMIT 1),
          changed_by_ids = ARRAY (
            SELECT DISTINCT a.user_id ${ENTRIES}
               AND a.action IN ('updated', 'item_added', 'item_updated', 'item_removed', 'submitted') ORDER BY 1)
    WHERE o.status IN ('draft', 'pending_approval', 'rejected')`,
];

const DOWN = [
  `ALTER TABLE purchase_orders
     DROP CONSTRAINT fk_purchase_orders_tenant_id_submitted_by_id,
     DROP COLUMN changed_by_ids,
     DROP COLUMN submitted_by_id`,
];
