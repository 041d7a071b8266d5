import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The names of who decided a step and of the one who had delegated, as they were at the decision. */
export class DecisionNames1795305602200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE approval_decisions ADD COLUMN decided_by_name text, ADD COLUMN on_behalf_of_name text',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approval_decisions DROP COLUMN decided_by_name, DROP COLUMN on_behalf_of_name');
  }
}
