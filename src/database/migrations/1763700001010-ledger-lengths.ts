import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** How long each budget's ledger is, kept beside its amounts: a page of it counts nothing. */
export class LedgerLengths1763700001010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'LOCK TABLE budgets, budget_movements IN SHARE ROW EXCLUSIVE MODE',
      'ALTER TABLE budgets ADD COLUMN movement_count integer NOT NULL DEFAULT 0',
      `UPDATE budgets b SET movement_count = m.count
         FROM (SELECT tenant_id, budget_id, count(*) AS count FROM budget_movements GROUP BY 1, 2) m
        WHERE b.tenant_id = m.tenant_id AND b.id = m.budget_id`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE budgets DROP COLUMN movement_count');
  }
}
