import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions, runAll, searchIndex } from '../schema/migration-steps';

/** The searched texts of each table, concatenated. */
const SEARCHED = {
  vendors: `name || E'\\n' || coalesce(name_ar, '') || E'\\n' || coalesce(email, '')`,
  purchase_orders: `po_number || E'\\n' || coalesce(notes, '')`,
  purchase_order_items: 'description',
  invoices: `coalesce(invoice_number, '') || E'\\n' || coalesce(vendor_invoice_number, '') || E'\\n' || coalesce(description, '')`,
};

/**
 * The search compares texts by their keys (text_key): creates new indexes, then replaces the functions, then drops the
 * old indexes. After an interruption it runs again from the start.
 */
export class SearchByKeys1795305602001 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, texts] of Object.entries(SEARCHED)) {
      await runAll(runner, [
        `DROP INDEX CONCURRENTLY IF EXISTS ix_${table}_text`,
        ...searchIndex(`ix_${table}_text`, table, `text_key(${texts})`, { concurrently: true }),
      ]);
    }
    await loadFunctions(runner, ['matching_invoices', 'matching_purchase_orders', 'matching_vendors']);
    for (const table of Object.keys(SEARCHED)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ix_${table}_grams`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, texts] of Object.entries(SEARCHED)) {
      await runAll(runner, [...searchIndex(`ix_${table}_grams`, table, texts), `DROP INDEX ix_${table}_text`]);
    }
  }
}
