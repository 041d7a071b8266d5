import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** External ids, unique per tenant and table, and metadata of other systems. */
export class ExternalIds1795305600510 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runAll(runner, [
        `ALTER TABLE ${table} ADD COLUMN external_id text, ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}'`,
        `CREATE UNIQUE INDEX uq_${table}_external_id ON ${table} (tenant_id, external_id) WHERE external_id IS NOT NULL`,
      ]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN external_id, DROP COLUMN metadata`);
    }
  }
}

const TABLES = [
  'users',
  'departments',
  'projects',
  'vendors',
  'purchase_orders',
  'purchase_order_items',
  'goods_receipts',
  'invoices',
  'invoice_items',
  'payments',
  'budgets',
];
