import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The names of the approver and the delegator of a step at the time of the decision. */
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
