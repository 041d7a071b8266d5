import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** Records which budgets were ever active: only those, when closed, still reject matching orders. */
export class BudgetActivation1795305600450 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'ALTER TABLE budgets ADD COLUMN activated_at timestamp(3) with time zone',
      // For closed budgets, the audit entries and the ledger show whether they were active.
      `WITH activations AS (
         SELECT tenant_id, entity_id, min(occurred_at) AS at FROM audit_log
          WHERE entity_type = 'budget' AND action IN ('activated', 'frozen', 'reopened')
          GROUP BY tenant_id, entity_id
       ), used AS (
         SELECT b.tenant_id, b.id, coalesce(a.at, b.created_at) AS at
           FROM budgets b LEFT JOIN activations a ON a.tenant_id = b.tenant_id AND a.entity_id = b.id
          WHERE a.at IS NOT NULL OR b.status IN ('active', 'frozen') OR b.movement_count > 0
       )
       UPDATE budgets b SET activated_at = used.at FROM used WHERE used.tenant_id = b.tenant_id AND used.id = b.id`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE budgets DROP COLUMN activated_at');
  }
}
