import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions } from '../schema/migration-steps';

const FUNCTIONS = ['ascii_digits', 'fold_case', 'text_key', 'document_number_key'];

/** The keys by which texts and document numbers are compared. */
export class Keys1795305602000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await loadFunctions(runner, FUNCTIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, ['text_key']);
  }
}
