import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions, runAll } from '../schema/migration-steps';

/**
 * Keys to compare the VAT and registration numbers of vendors, independent of spelling. They are not unique in the
 * database, because a tenant may already have duplicates. The service checks for them under a lock.
 */
export class VendorNumberKeys1795305600441 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE vendors ADD COLUMN vat_key text, ADD COLUMN cr_key text');
    await loadFunctions(runner, ['key_vendor_numbers']);
    // The trigger computes the keys.
    await runner.query(
      'UPDATE vendors SET vat_number = vat_number WHERE vat_number IS NOT NULL OR cr_number IS NOT NULL',
    );
    await runAll(runner, INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, ['key_vendor_numbers']);
    await runner.query('ALTER TABLE vendors DROP COLUMN vat_key, DROP COLUMN cr_key');
  }
}

const INDEXES = [
  'CREATE INDEX ix_vendors_vat_key ON vendors (tenant_id, vat_key) WHERE vat_key IS NOT NULL',
  'CREATE INDEX ix_vendors_cr_key ON vendors (tenant_id, cr_key) WHERE cr_key IS NOT NULL',
];
