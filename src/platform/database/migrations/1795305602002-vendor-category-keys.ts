import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions } from '../schema/migration-steps';

/** The key by which a vendor's category is compared. A trigger computes it for writes of every release. */
export class VendorCategoryKeys1795305602002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE vendors ADD COLUMN category_key text');
    await loadFunctions(runner, ['key_vendor_category']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, ['key_vendor_category']);
    await runner.query('ALTER TABLE vendors DROP COLUMN category_key');
  }
}
