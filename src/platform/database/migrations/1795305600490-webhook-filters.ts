import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/**
 * A subscription may be limited to events of some departments or vendors. A delivery contains the id of the request
 * that caused its event.
 */
export class WebhookFilters1795305600490 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'ALTER TABLE webhook_subscriptions ADD COLUMN filter_department_ids bigint[], ADD COLUMN filter_vendor_ids bigint[]',
      'ALTER TABLE webhook_deliveries ADD COLUMN request_id text',
      `CREATE INDEX ix_webhook_deliveries_request ON webhook_deliveries (tenant_id, subscription_id, request_id)
         WHERE request_id IS NOT NULL`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'ALTER TABLE webhook_deliveries DROP COLUMN request_id',
      'ALTER TABLE webhook_subscriptions DROP COLUMN filter_department_ids, DROP COLUMN filter_vendor_ids',
    ]);
  }
}
