import { startFailure } from '../../processes';
import type { Check } from '../check';
import { type Finding, ok, problem, warning } from '../domain/finding';
import { judgeConnections } from '../domain/connections';
import { judgePostgresql } from '../domain/versions';

interface ServerRow {
  readonly number: number;
  readonly version: string;
  readonly database: string;
  readonly login: string;
  readonly role: string;
  readonly is_standby: boolean;
  readonly encoding: string;
  readonly collation: string;
  /** The collation's version that indexes were built with, and the one there is; null where the operating system has none. */
  readonly kept_version: string | null;
  readonly present_version: string | null;
  readonly schema: string | null;
}

const SERVER = `
  SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
         d.datname AS database, session_user AS login, current_user AS role, pg_is_in_recovery() AS is_standby,
         pg_encoding_to_char(d.encoding) AS encoding, d.datcollate AS collation, d.datcollversion AS kept_version,
         pg_database_collation_actual_version(d.oid) AS present_version, current_schema() AS schema
    FROM pg_database d WHERE d.datname = current_database()`;

/** That PostgreSQL answers as it does at a start, and is one that the service can work on. */
export const database: Check = {
  name: 'database',
  variables: ['DATABASE_URL', 'DATABASE_ROLE'],
  seconds: 330,
  run: async (context) => {
    const connected = await context.database().catch((error: unknown) => {
      const { msg, hint } = startFailure(error, context.environment);
      return problem(msg, hint);
    });
    if ('state' in connected) return [connected];
    const [row] = await connected.query<ServerRow[]>(SERVER);
    if (!row) throw new Error('PostgreSQL said nothing of itself');
    return [ok(`${row.login} is let in to the database ${row.database}, as ${row.role}`), ...judgeServer(row)];
  },
};

function judgeServer(row: ServerRow): Finding[] {
  const found = [judgePostgresql(row.number, row.version)];
  if (row.is_standby) {
    found.push(warning('DATABASE_URL names a standby: nothing can be written', 'Name the primary in DATABASE_URL.'));
  }
  if (row.encoding !== 'UTF8') {
    const todo = 'Make the database anew (TEMPLATE template0 ENCODING UTF8), and load a dump into it.';
    found.push(warning(`The database is encoded in ${row.encoding}: names in many languages are refused`, todo));
  }
  if (row.kept_version !== null && row.kept_version !== row.present_version) {
    found.push(
      warning(
        `The collation ${row.collation} was version ${row.kept_version} when indexes were built, and is ${row.present_version ?? 'unknown'} now`,
        `As the owner: REINDEX DATABASE "${row.database}"; ALTER DATABASE "${row.database}" REFRESH COLLATION VERSION;`,
      ),
    );
  }
  if (row.schema !== 'public') {
    const first = row.schema ?? 'none that exists';
    const todo = `As an administrator: ALTER ROLE ${row.login} RESET search_path; and the same for ${row.role} and the database.`;
    found.push(warning(`The first schema of search_path is ${first}, not public`, todo));
  }
  return found;
}

/** Connections of the pool against what PostgreSQL allows. */
export const connections: Check = {
  name: 'connections',
  needs: 'database',
  variables: ['DATABASE_POOL_SIZE'],
  run: async ({ database: connect, environment }) => {
    const [row] = await (
      await connect()
    ).query<{ most: number; open: number; own: number; login: number; database: number; idle: number; long: number }[]>(
      `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
              - coalesce(current_setting('reserved_connections', true)::int, 0) AS most,
              (SELECT sum(numbackends)::int FROM pg_stat_database) AS open,
              (SELECT count(*)::int FROM pg_stat_activity WHERE usename = session_user) AS own,
              (SELECT rolconnlimit FROM pg_roles WHERE rolname = session_user) AS login,
              (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS database,
              ${milliseconds('idle_session_timeout')} AS idle, ${milliseconds('transaction_timeout')} AS long`,
    );
    if (!row) throw new Error('PostgreSQL said nothing of its connections');
    return judgeConnections({
      poolSize: environment.DATABASE_POOL_SIZE,
      most: row.most,
      open: row.open,
      own: row.own,
      loginLimit: row.login,
      databaseLimit: row.database,
      idleSessionTimeout: row.idle,
      transactionTimeout: row.long,
      jobTimeout: environment.DATABASE_JOB_STATEMENT_TIMEOUT_MS,
    });
  },
};

/** SQL for a setting in milliseconds; 0 where this PostgreSQL does not know it. */
const milliseconds = (setting: string): string =>
  `coalesce((SELECT setting::int FROM pg_settings WHERE name = '${setting}'), 0)`;
