import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** A vendor's number without punctuation and spaces, and also without the leading zeros of each run of digits. */
const OTHERS = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u061b\u061f\u066a-\u066d\u2000-\u206f]+`;
const BARE = `regexp_replace(number_key, '${OTHERS}', '', 'g')`;
const SHORT = String.raw`regexp_replace(regexp_replace(number_key, '(^|[^0-9])0+(?=[0-9])', '\1', 'g'), '${OTHERS}', '', 'g')`;

/** Indexes to find possible duplicate invoices. */
export class InvoiceTwins1795305600432 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      `CREATE INDEX ix_invoices_number_bare ON invoices (tenant_id, vendor_id, (${BARE}))`,
      `CREATE INDEX ix_invoices_number_short ON invoices (tenant_id, vendor_id, (${SHORT}))`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_invoices_number_bare, ix_invoices_number_short');
  }
}
