import { Client } from 'pg';
import { ProvisioningError } from './provisioning-error';

export type RunQuery = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/**
 * Connects as the owner of the schema (`DATABASE_MIGRATION_URL`), which bypasses row level security and triggers. The
 * service's role has no such rights, so SQL injection in the service cannot gain them.
 * @throws ProvisioningError if the login does not own the schema
 */
export async function asOwner<T>(url: string, work: (query: RunQuery) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // The system's default is two hours.
    keepAliveInitialDelayMillis: 10_000,
  });
  // The pending query reports the failure.
  client.on('error', () => undefined);
  await client.connect();
  const query: RunQuery = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[];
  try {
    await query(`SET TimeZone = 'UTC'`);
    const [found] = await query<{ owns: boolean; login: string }>(OWNS);
    if (!found?.owns) {
      throw new ProvisioningError(
        `${found?.login ?? 'The login'} does not own the schema: this command works as its owner.\nSet DATABASE_MIGRATION_URL to the login that migrates ("A PostgreSQL of your own" in docs/running.md)`,
      );
    }
    return await work(query);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs `work` in one transaction. @throws any error of `work`, after a rollback */
export async function inTransaction<T>(query: RunQuery, work: () => Promise<T>, mode = 'READ WRITE'): Promise<T> {
  await query(`BEGIN ${mode}`);
  try {
    const result = await work();
    await query('COMMIT');
    return result;
  } catch (error) {
    await query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Takes an advisory lock for the duration of the connection. @throws ProvisioningError if another run has it */
export async function takeLock(query: RunQuery, name: string, refusal: string): Promise<void> {
  const [lock] = await query<{ isFree: boolean }>(TRY_LOCK, [name]);
  if (!lock?.isFree) throw new ProvisioningError(`${refusal}.\nWait until it has ended`);
}

/** Waits for the lock of {@link takeLock}, after which its earlier owner cannot do anything any more. */
export async function waitForLock(query: RunQuery, name: string): Promise<void> {
  await query(LOCK, [name]);
}

const TRY_LOCK = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS "isFree"';
const LOCK = 'SELECT pg_advisory_lock(hashtextextended($1, 0))';

const OWNS = `
  SELECT current_user AS login, pg_has_role(current_user, relowner, 'MEMBER') AS owns
    FROM pg_class WHERE oid = to_regclass('public.schema_migrations')`;
