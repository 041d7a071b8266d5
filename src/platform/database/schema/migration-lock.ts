import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';

/** The advisory lock of a migration. Any constant will do. */
const MIGRATION_LOCK = 7_305_501_220;

const PAUSE_MILLISECONDS = 200;

/** Those of this release of PostgreSQL that would end a transaction, or a statement of it, before its time. */
const WITHOUT_LIMITS = `SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/**
 * Does the work while no other process migrates this database; waits for one that does, for as long as it takes. The lock is that
 * of a transaction which stays open on a connection of its own: a pooler in transaction mode leaves a transaction its
 * connection, and gives a session's lock to others. Whoever waits asks again and again, without a snapshot meanwhile, for
 * `CREATE INDEX CONCURRENTLY` waits for every snapshot that is older.
 */
export async function whileLocked<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const holder = dataSource.createQueryRunner();
  try {
    await holder.startTransaction();
    await holder.query(WITHOUT_LIMITS);
    while (!(await isTaken(holder))) await pause(PAUSE_MILLISECONDS);
    return await work();
  } finally {
    await holder.rollbackTransaction().catch(() => undefined);
    await holder.release();
  }
}

async function isTaken(runner: QueryRunner): Promise<boolean> {
  const sql = `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS "isTaken"`;
  const [answer] = (await runner.query(sql)) as { readonly isTaken: boolean }[];
  return answer?.isTaken === true;
}
