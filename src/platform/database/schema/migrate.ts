import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { ConfigurationError } from '../../config';
import { createDataSource } from '../connection/data-source';
import { assertEncoding } from './pending-migrations';
import { declareSandbox } from './sandbox';
import { adoptFirstRelease } from './first-release';
import { DEFAULT_ROLE, passToMigrations } from './migration-steps';
import type { TimeLimits } from '../connection/settings';
import { isLockWait, sqlState } from '../connection/errors';

export interface MigrateOptions {
  readonly sandbox?: boolean;
  readonly limits?: TimeLimits;
  /** Called with a sentence for each action besides migrations, and for reports of migrations. */
  readonly print?: (sentence: string) => void;
  readonly step?: (sentence: string) => void;
}

/**
 * Migrates the schema as its owner, and creates the unprivileged group role of the service. Takes over a database of
 * 0.1.0 first.
 * @returns the names of the migrations that ran
 * @throws StartRefusal when the encoding is not UTF8, or a database of 0.1.0 or earlier cannot be taken over
 * @throws Error with advice when a migration waited too long for a lock
 */
export async function migrate(
  url: string,
  role: string = DEFAULT_ROLE,
  options: MigrateOptions = {},
): Promise<string[]> {
  // One connection has the lock, one is for the steps here, and one is for TypeORM's migrations.
  const dataSource = createDataSource({ url, poolSize: 3, ...(options.limits ? { limits: options.limits } : {}) });
  passToMigrations(dataSource, { role, print: options.print });
  await dataSource.initialize();
  try {
    await assertEncoding(dataSource);
    return await whileLocked(dataSource, () => migrateLocked(dataSource, role, options));
  } finally {
    await dataSource.destroy();
  }
}

async function migrateLocked(dataSource: DataSource, role: string, options: MigrateOptions): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    await ensureRole(runner, role);
    // In development the owner logs in and then switches to the role, which requires membership.
    await runner.query(`DO $$ BEGIN GRANT ${role} TO CURRENT_USER; EXCEPTION WHEN OTHERS THEN NULL; END $$`);
    await runner.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
    const adopted = await adoptFirstRelease(dataSource, runner, role).catch(explainLockWait);
    if (adopted.length > 0)
      options.print?.('This database was made by 0.1.0, and its schema is as 0.1.0 left it: taken over.');
    if (options.step) printEach(dataSource.migrations, options.step);
    const ran = await dataSource.runMigrations().catch(explainLockWait);
    await runner.query(`GRANT SELECT ON schema_migrations TO ${role}`);
    await refuseTemporaryObjects(runner, role);
    if (options.sandbox) await declareSandbox((sql) => runner.query(sql));
    return ran.map((migration) => migration.name);
  } finally {
    await runner.release();
  }
}

/** One migration of a large table may take an hour. */
function printEach(migrations: DataSource['migrations'], print: (sentence: string) => void): void {
  for (const migration of migrations) {
    const up = migration.up.bind(migration);
    migration.up = async (runner) => {
      const name = migration.name ?? migration.constructor.name;
      print(`${name} runs`);
      const begun = performance.now();
      await up(runner);
      print(`${name} took ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    };
  }
}

/** @throws Error always, with advice after a lock timeout */
function explainLockWait(error: unknown): never {
  if (!isLockWait(error)) throw error;
  throw new Error(
    'A migration waited longer than DATABASE_MIGRATION_LOCK_TIMEOUT_MS for a lock of another transaction, and was rolled back. Run migrate again after that transaction, or with a longer timeout',
    { cause: error },
  );
}

/** @throws ConfigurationError when the role is missing and this login may not create it */
async function ensureRole(runner: QueryRunner, role: string): Promise<void> {
  const found = (await runner.query('SELECT FROM pg_roles WHERE rolname = $1', [role])) as unknown[];
  if (found.length > 0) return;
  try {
    await runner.query(
      `DO $$ BEGIN CREATE ROLE ${role} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
    );
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new ConfigurationError([
      `DATABASE_ROLE: there is no role ${role}, and the login of DATABASE_MIGRATION_URL may not make it; as an administrator: CREATE ROLE ${role} NOLOGIN`,
    ]);
  }
}

/**
 * Permits only the owner to create temporary objects, because a temporary table or function can hide one of the service
 * with the same name. Copies and restored dumps lack this setting of the database, so every migration sets it. A login
 * that does not own the database cannot; the service then reports it at the start.
 */
async function refuseTemporaryObjects(runner: QueryRunner, role: string): Promise<void> {
  await runner.query(
    `DO $$ BEGIN
       EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC, ${role}', current_database());
     EXCEPTION WHEN insufficient_privilege THEN NULL; END $$`,
  );
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** An arbitrary constant. */
const MIGRATION_LOCK = 7_305_501_220;

const PAUSE_MILLISECONDS = 200;

/** All time limits of this PostgreSQL release that could end the transaction early. */
const WITHOUT_LIMITS = `SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/**
 * Runs the work while no other process migrates this database; waits without a limit. The lock belongs to a transaction
 * that stays open on a separate connection, because a pooler in transaction mode would share a session's lock. Waiters
 * poll without a snapshot in between: `CREATE INDEX CONCURRENTLY` waits for every older snapshot.
 */
async function whileLocked<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
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
