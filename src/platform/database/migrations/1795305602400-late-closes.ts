import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A quantity that was closed after its expected day counts as late in the vendor's punctuality. */
export class LateCloses1795305602400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE purchase_order_items ADD COLUMN closed_late_quantity numeric(12, 4)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE purchase_order_items DROP COLUMN closed_late_quantity');
  }
}
