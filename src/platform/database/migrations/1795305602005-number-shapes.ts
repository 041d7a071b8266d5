import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions, runAll } from '../schema/migration-steps';

/**
 * Finds invoices by the shapes of their numbers (number_shape), in which similar letters are equal. Drops the previous
 * indexes, which searches could not use because of row level security. Can be repeated.
 */
export class NumberShapes1795305602005 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await loadFunctions(runner, ['number_shape', 'alike_invoices']);
    await runAll(runner, [
      'DROP INDEX CONCURRENTLY IF EXISTS ix_invoices_shape',
      'CREATE INDEX CONCURRENTLY ix_invoices_shape ON invoices (tenant_id, vendor_id, number_shape(number_key, false))',
      'DROP INDEX CONCURRENTLY IF EXISTS ix_invoices_short_shape',
      'CREATE INDEX CONCURRENTLY ix_invoices_short_shape ON invoices (tenant_id, vendor_id, number_shape(number_key, true))',
      'DROP INDEX CONCURRENTLY IF EXISTS ix_invoices_number_bare',
      'DROP INDEX CONCURRENTLY IF EXISTS ix_invoices_number_short',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      `CREATE INDEX ix_invoices_number_bare ON invoices (tenant_id, vendor_id, (${BARE}))`,
      `CREATE INDEX ix_invoices_number_short ON invoices (tenant_id, vendor_id, (${SHORT}))`,
    ]);
    await dropFunctions(runner, ['alike_invoices', 'number_shape']);
  }
}

// As created by InvoiceTwins1795305600432.
const OTHERS = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u061b\u061f\u066a-\u066d\u2000-\u206f]+`;
const BARE = `regexp_replace(number_key, '${OTHERS}', '', 'g')`;
const SHORT = String.raw`regexp_replace(regexp_replace(number_key, '(^|[^0-9])0+(?=[0-9])', '\1', 'g'), '${OTHERS}', '', 'g')`;
