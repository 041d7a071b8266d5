import type { DataSource } from 'typeorm';
import { StartRefusal } from '../../../common/errors/start-refusal';
import { awaitsTakeover } from './first-release';

/**
 * Rejects a database or connection whose encoding is not UTF-8. SQL_ASCII stores any bytes, and other encodings lack
 * characters, so text would change without an error.
 * @throws StartRefusal with the command that creates a suitable database, or the setting to reset
 */
export async function assertEncoding(dataSource: Pick<DataSource, 'query'>): Promise<void> {
  const [found] = await dataSource.query<{ server: string; client: string; database: string; login: string }[]>(`
    SELECT current_setting('server_encoding') AS server, current_setting('client_encoding') AS client,
           current_database() AS database, session_user AS login`);
  if (!found) throw new Error('The database returned no encoding');
  const { server, client, database, login } = found;
  if (server !== 'UTF8') {
    throw new StartRefusal(
      `The database ${database} has the encoding ${server}; it must be UTF8`,
      `Create another with \`createdb --encoding=UTF8 --template=template0 --owner=OWNER NAME\`, and name it in DATABASE_URL and DATABASE_MIGRATION_URL. docs/running.md describes how data is taken along.`,
    );
  }
  if (client !== 'UTF8') {
    throw new StartRefusal(
      `The connection to ${database} has the client encoding ${client}; it must be UTF8`,
      `The service asks for UTF8, so a pooler or a login trigger changes it: set client_encoding to UTF8 there, and ALTER ROLE ${login} RESET client_encoding.`,
    );
  }
}

/** A database, with the migrations of this build. */
type Migrated = Pick<DataSource, 'query' | 'migrations'>;

const HOW = 'Run `node dist/cli.js migrate` as the owner of the schema (DATABASE_MIGRATION_URL), then start again.';

/** The advice for a database of 0.1.0, which `migrate` takes over if possible. */
const TAKE_OVER = `${HOW} docs/upgrading.md says what happens.`;

/** The codes for a missing table and for a table that this role may not read: no migration has ever completed. */
const NEVER_MIGRATED = ['42P01', '42501'];

/**
 * @param query runs the query; by default on the data source without a time limit
 * @returns names of the migrations of this build that the database lacks, in order
 */
export async function pendingMigrations(
  dataSource: Migrated,
  query = (text: string): Promise<{ name: string }[]> => dataSource.query(text),
): Promise<string[]> {
  const applied = await appliedMigrations(query);
  return dataSource.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .filter((name) => !applied.has(name));
}

async function appliedMigrations(query: (text: string) => Promise<{ name: string }[]>): Promise<Set<string>> {
  const rows = await query('SELECT name FROM schema_migrations');
  return new Set(rows.map((row) => row.name));
}

/** Rejects a database that lacks migrations. @throws StartRefusal with their names */
export async function assertMigrated(dataSource: Migrated): Promise<void> {
  const pending = await pendingMigrations(dataSource).catch((error: unknown) => {
    if (NEVER_MIGRATED.includes(String((error as { code?: unknown }).code))) return undefined;
    throw error;
  });
  if (pending === undefined) throw new StartRefusal('No migration has run in this database yet', HOW);
  if (pending.length > 0) {
    if (awaitsTakeover(dataSource, await appliedMigrations((text) => dataSource.query(text)))) {
      throw new StartRefusal('This database was made by 0.1.0 or before and has not been taken over yet', TAKE_OVER);
    }
    const which = pending.length === 1 ? '1 migration has' : `${pending.length} migrations have`;
    throw new StartRefusal(`${which} not run: ${pending.join(', ')}`, HOW);
  }
}
