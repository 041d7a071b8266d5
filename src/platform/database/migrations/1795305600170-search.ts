import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions } from '../schema/migration-steps';

/** Functions of the search indexes of orders, invoices and vendors. */
export class Search1795305600170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await loadFunctions(runner, ['search_grams', 'searched_grams']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, ['search_grams', 'searched_grams']);
  }
}
