import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** Whether every line of an order has come, kept beside its status: deliveries that are overdue are counted by it. */
export class ReceivedInFull1763700000660 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'ALTER TABLE purchase_orders ADD COLUMN received_in_full boolean NOT NULL DEFAULT false',
      `UPDATE purchase_orders o SET received_in_full = true
        WHERE o.status IN ('approved', 'completed')
          AND NOT EXISTS (SELECT FROM purchase_order_items i
                           WHERE i.tenant_id = o.tenant_id AND i.purchase_order_id = o.id
                             AND i.received_quantity < i.quantity - i.closed_quantity)`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE purchase_orders DROP COLUMN received_in_full');
  }
}
