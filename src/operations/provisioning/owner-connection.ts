import { Client } from 'pg';
import { ProvisioningError } from './provisioning-error';

/** Runs a question with its values and answers its rows. */
export type Ask = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/**
 * Works over one connection as the owner of the schema (`DATABASE_MIGRATION_URL`), whom row level security shows every tenant.
 * What looks across tenants, puts in what triggers guard, or removes what is append-only is the operator's: no statement that
 * somebody slips in as the service can do it, for the service's role has no right and no function for it.
 * @throws ProvisioningError when the login does not own the schema
 */
export async function asOwner<T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Without it the system probes after two hours.
    keepAliveInitialDelayMillis: 10_000,
  });
  // Its failure reaches whoever waits for an answer.
  client.on('error', () => undefined);
  await client.connect();
  const ask: Ask = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[];
  try {
    await ask(`SET TimeZone = 'UTC'`);
    const [found] = await ask<{ owns: boolean; login: string }>(OWNS);
    if (!found?.owns) {
      throw new ProvisioningError(
        `${found?.login ?? 'The login'} does not own the schema: this command works as its owner.\nSet DATABASE_MIGRATION_URL to the login that migrates ("A PostgreSQL of your own" in docs/running.md)`,
      );
    }
    return await work(ask);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs all of `work` in one transaction. @throws whatever `work` throws, after rolling back */
export async function inTransaction<T>(ask: Ask, work: () => Promise<T>, mode = 'READ WRITE'): Promise<T> {
  await ask(`BEGIN ${mode}`);
  try {
    const result = await work();
    await ask('COMMIT');
    return result;
  } catch (error) {
    await ask('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Takes a lock of this name for as long as the connection lasts, by which two runs keep apart.
 * @param refusal what the second one is told
 * @throws ProvisioningError where another run has it
 */
export async function keepApart(ask: Ask, name: string, refusal: string): Promise<void> {
  const [lock] = await ask<{ isFree: boolean }>(TRY_LOCK, [name]);
  if (!lock?.isFree) throw new ProvisioningError(`${refusal}.\nWait until it has ended`);
}

/** Waits for the lock of {@link keepApart}: whoever had it can do nothing any more. */
export async function outlast(ask: Ask, name: string): Promise<void> {
  await ask(LOCK, [name]);
}

const TRY_LOCK = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS "isFree"';
const LOCK = 'SELECT pg_advisory_lock(hashtextextended($1, 0))';

const OWNS = `
  SELECT current_user AS login, pg_has_role(current_user, relowner, 'MEMBER') AS owns
    FROM pg_class WHERE oid = to_regclass('public.schema_migrations')`;
