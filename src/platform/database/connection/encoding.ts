import type { DataSource } from 'typeorm';
import { StartRefusal } from '../../../common/errors/start-refusal';

/**
 * Refuses a database or a connection whose text is not UTF-8. SQL_ASCII stores any bytes, and other encodings lack letters, so text
 * would change without an error.
 * @throws StartRefusal with the command that creates a right database, or the setting to reset
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
