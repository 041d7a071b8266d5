import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** Commitments of open orders can be carried forward to the budget of the next year. */
export class CarryForward1795305600451 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'ALTER TABLE budgets ADD COLUMN carried_to_id bigint',
      `ALTER TABLE budgets ADD CONSTRAINT fk_budgets_tenant_id_carried_to_id
         FOREIGN KEY (tenant_id, carried_to_id) REFERENCES budgets (tenant_id, id)`,
      'ALTER TABLE budget_movements DROP CONSTRAINT ck_budget_movements_type',
      `ALTER TABLE budget_movements ADD CONSTRAINT ck_budget_movements_type
         CHECK (type IN ('reserve', 'release', 'commit', 'relieve', 'amend', 'spend', 'credit', 'pay', 'carry'))`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'ALTER TABLE budget_movements DROP CONSTRAINT ck_budget_movements_type',
      `ALTER TABLE budget_movements ADD CONSTRAINT ck_budget_movements_type
         CHECK (type IN ('reserve', 'release', 'commit', 'relieve', 'amend', 'spend', 'credit', 'pay')) NOT VALID`,
      'ALTER TABLE budgets DROP COLUMN carried_to_id',
    ]);
  }
}
