import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** Sorted texts: the index, the previous index if any, the table, and the columns after the tenant. */
const SORTED: readonly (readonly [name: string, before: string | null, table: string, columns: string])[] = [
  ['ix_vendors_name_sorted', 'ix_vendors_name', 'vendors', 'name ICU, id'],
  ['ix_vendors_category_sorted', 'ix_vendors_category', 'vendors', 'category ICU, id'],
  ['ix_vendors_category_sorted_last', 'ix_vendors_category_last', 'vendors', 'category ICU DESC NULLS LAST, id DESC'],
  ['ix_vendors_email_sorted', 'ix_vendors_email', 'vendors', 'email ICU, id'],
  ['ix_vendors_email_sorted_last', 'ix_vendors_email_last', 'vendors', 'email ICU DESC NULLS LAST, id DESC'],
  ['ix_users_name_sorted', null, 'users', 'name_en ICU, id'],
  ['ix_users_email_sorted', null, 'users', '(lower(email)) ICU, id'],
  ['ix_invoices_vendor_number_sorted', 'ix_invoices_vendor_number', 'invoices', 'vendor_invoice_number ICU, id'],
];

/**
 * Lists sort texts in the root order of Unicode: indexes with that collation replace the previous ones. Can be
 * repeated.
 */
export class SortedTexts1795305602006 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, before, table, columns] of SORTED) {
      await runAll(runner, [
        `DROP INDEX CONCURRENTLY IF EXISTS ${name}`,
        `CREATE INDEX CONCURRENTLY ${name} ON ${table} (tenant_id, ${inCollation(columns, 'COLLATE "und-x-icu"')})`,
        ...(before ? [`DROP INDEX CONCURRENTLY IF EXISTS ${before}`] : []),
      ]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, before, table, columns] of SORTED) {
      if (before) await runner.query(`CREATE INDEX ${before} ON ${table} (tenant_id, ${inCollation(columns, '')})`);
      await runner.query(`DROP INDEX ${name}`);
    }
  }
}

const inCollation = (columns: string, collation: string): string => columns.replace('ICU', collation);
