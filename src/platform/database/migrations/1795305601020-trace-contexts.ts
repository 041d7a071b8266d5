import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

const TABLES = ['webhook_deliveries', 'outgoing_mail', 'imports', 'exports'];

/** Jobs store the trace of the request that caused them. Older code leaves the column empty. */
export class TraceContexts1795305601020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(
      runner,
      TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN traceparent text`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(
      runner,
      TABLES.map((table) => `ALTER TABLE ${table} DROP COLUMN traceparent`),
    );
  }
}
