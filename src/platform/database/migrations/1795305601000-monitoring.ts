import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions, roleName, runAll } from '../schema/migration-steps';

/**
 * Data for metrics: the backlog of the workers, and the results of the last verifications. The old webhook_queue_state
 * remains for instances of the previous release during a rollout.
 */
export class Monitoring1795305601000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [...TABLES]);
    await runner.query(`GRANT SELECT, INSERT, UPDATE ON verification_results TO ${roleName(runner)}`);
    await loadFunctions(runner, ['webhook_queue_by_lane', 'work_waiting']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, ['webhook_queue_by_lane', 'work_waiting']);
    await runner.query('DROP TABLE verification_results');
  }
}

const TABLES = [
  // Covers all tenants; a verification of one tenant is not stored.
  `CREATE TABLE verification_results (
    verified text NOT NULL,
    faults bigint NOT NULL,
    ended_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT pk_verification_results PRIMARY KEY (verified),
    CONSTRAINT ck_verification_results_verified CHECK (verified IN ('budgets', 'reports', 'audit'))
  )`,
];
