import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { ConfigurationError } from '../../config';
import { createDataSource } from '../connection/data-source';
import { assertEncoding } from './pending-migrations';
import { declareSandbox } from './sandbox';
import { adoptFirstRelease } from './first-release';
import { DEFAULT_ROLE, tellMigrations } from './migration-steps';
import type { TimeLimits } from '../connection/settings';
import { isLockWait, sqlState } from '../connection/errors';

/** How a migration runs, and who is told of it. */
export interface MigrateOptions {
  /** Declares the database a sandbox, which takes one without tenants. */
  readonly sandbox?: boolean;
  /** How long its statements may take and wait for locks; for ever when left out. */
  readonly limits?: TimeLimits;
  /** Called with a sentence for anything done besides migrations, and for what they report. */
  readonly tell?: (sentence: string) => void;
  /** Called with a sentence before and after each migration. */
  readonly step?: (sentence: string) => void;
}

/**
 * Brings the schema up to date, as its owner, and creates the group role that the service steps down to. A database that 0.1.0
 * made is taken over first.
 * @returns the names of the migrations that ran
 * @throws StartRefusal when the encoding is not UTF8, or the database is one of 0.1.0 or before that cannot be taken over
 * @throws Error that says what to do when a migration waited too long for a lock
 */
export async function migrate(
  url: string,
  role: string = DEFAULT_ROLE,
  options: MigrateOptions = {},
): Promise<string[]> {
  // One connection holds the lock, one is ours, and one is TypeORM's for the migrations.
  const dataSource = createDataSource({ url, poolSize: 3, ...(options.limits ? { limits: options.limits } : {}) });
  tellMigrations(dataSource, { role, tell: options.tell });
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
    // A development owner logs in as itself and steps down; that takes membership.
    await runner.query(`DO $$ BEGIN GRANT ${role} TO CURRENT_USER; EXCEPTION WHEN OTHERS THEN NULL; END $$`);
    await runner.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
    const adopted = await adoptFirstRelease(dataSource, runner, role).catch(explainLockWait);
    if (adopted.length > 0)
      options.tell?.('This database was made by 0.1.0, and its schema is as 0.1.0 left it: taken over.');
    if (options.step) sayEach(dataSource.migrations, options.step);
    const ran = await dataSource.runMigrations().catch(explainLockWait);
    await runner.query(`GRANT SELECT ON schema_migrations TO ${role}`);
    await refuseTemporaryObjects(runner, role);
    if (options.sandbox) await declareSandbox((sql) => runner.query(sql));
    return ran.map((migration) => migration.name);
  } finally {
    await runner.release();
  }
}

/** Tells of each migration, before and after it runs, how long it took: one may take an hour on large tables. */
function sayEach(migrations: DataSource['migrations'], tell: (sentence: string) => void): void {
  for (const migration of migrations) {
    const up = migration.up.bind(migration);
    migration.up = async (runner) => {
      const name = migration.name ?? migration.constructor.name;
      tell(`${name} runs`);
      const begun = performance.now();
      await up(runner);
      tell(`${name} took ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    };
  }
}

/** @throws Error always: what went wrong, and what to do where that is known */
function explainLockWait(error: unknown): never {
  if (!isLockWait(error)) throw error;
  throw new Error(
    'A migration waited longer than DATABASE_MIGRATION_LOCK_TIMEOUT_MS for a lock that somebody else holds, and was undone. Run migrate again when the long transaction has ended, or with a longer wait',
    { cause: error },
  );
}

/** @throws ConfigurationError when the role is not there and this login may not make it */
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
 * Lets only the owner make temporary objects: a temporary table or function can stand in for one of ours by its name. The right
 * belongs to the database, not to its content, so copies and restored dumps lack it: it is revoked at every migration. A login
 * that does not own the database cannot revoke it; the service says so when it starts.
 */
async function refuseTemporaryObjects(runner: QueryRunner, role: string): Promise<void> {
  await runner.query(
    `DO $$ BEGIN
       EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC, ${role}', current_database());
     EXCEPTION WHEN insufficient_privilege THEN NULL; END $$`,
  );
}

const INSUFFICIENT_PRIVILEGE = '42501';

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
