import { type Check, refusalOf } from '../check';
import { type Fault, type Finding, ok, warningsOf } from '../domain/finding';
import { type ClockReading, judgeClock, judgePostgresql } from '../domain/machine';

interface ServerRow {
  readonly number: number;
  readonly version: string;
  readonly database: string;
  readonly login: string;
  readonly role: string;
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
  /** `session_replication_role`; `replica` disables triggers and foreign keys. */
  readonly replication_role: string;
  /** Why the last WAL segment could not be archived; null if it was archived. */
  readonly archive_failure: string | null;
  readonly collation: string;
  /** Collation version of the indexes, and of the operating system; null if it has none. */
  readonly kept_version: string | null;
  readonly present_version: string | null;
  /** The same for the ICU root collation, which sorts texts and their keys. */
  readonly kept_root: string | null;
  readonly present_root: string | null;
  readonly schema: string | null;
}

const SERVER = `
  SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
         d.datname AS database, session_user AS login, current_user AS role, pg_is_in_recovery() AS is_standby,
         current_setting('default_transaction_read_only')::bool AS is_read_only,
         current_setting('session_replication_role') AS replication_role,
         (SELECT format('%s failed at %s', last_failed_wal, last_failed_time) FROM pg_stat_archiver
           WHERE last_failed_time > coalesce(last_archived_time, '-infinity')) AS archive_failure,
         d.datcollate AS collation, d.datcollversion AS kept_version,
         pg_database_collation_actual_version(d.oid) AS present_version, root.collversion AS kept_root,
         pg_collation_actual_version(root.oid) AS present_root, current_schema() AS schema
    FROM pg_database d
    LEFT JOIN pg_collation root ON root.collname = 'und-x-icu' AND root.collnamespace = 'pg_catalog'::regnamespace
   WHERE d.datname = current_database()`;

export const database: Check = {
  name: 'database',
  variables: ['DATABASE_URL', 'DATABASE_ROLE'],
  seconds: 330,
  run: async (context) => {
    const connected = await context.database().catch((error: unknown) => refusalOf(error, context.environment));
    if ('state' in connected) return [connected];
    const [row] = await connected.query<ServerRow[]>(SERVER);
    if (!row) throw new Error('PostgreSQL said nothing of itself');
    return [ok(`${row.login} is let in to the database ${row.database}, as ${row.role}`), ...judgeServer(row)];
  },
};

function judgeServer(row: ServerRow): Finding[] {
  const { database: name, login, role, collation } = row;
  const reset = (setting: string): string =>
    `As an administrator: ALTER DATABASE "${name}" RESET ${setting}; and the same for the roles ${login} and ${role}, and in postgresql.conf.`;
  const faults: Fault[] = [
    [row.is_standby, 'DATABASE_URL names a standby: nothing can be written', 'Name the primary in DATABASE_URL.'],
    [
      row.is_read_only,
      'default_transaction_read_only is on: nothing can be written',
      reset('default_transaction_read_only'),
    ],
    [
      row.replication_role === 'replica',
      'session_replication_role is replica: triggers and foreign keys do not work',
      reset('session_replication_role'),
    ],
    [
      row.archive_failure !== null,
      `PostgreSQL cannot archive its write-ahead log: ${row.archive_failure}`,
      'Correct archive_command or the place that it writes to; the log of PostgreSQL has the error. Until then the disk fills, and a restore ends before the failure.',
    ],
    [
      row.kept_version !== null && row.kept_version !== row.present_version,
      `The collation ${collation} was version ${row.kept_version} when indexes were built, and is ${row.present_version ?? 'unknown'} now`,
      `As the owner: REINDEX DATABASE "${name}"; ALTER DATABASE "${name}" REFRESH COLLATION VERSION;`,
    ],
    [
      row.kept_root !== row.present_root,
      `The collation und-x-icu was version ${row.kept_root ?? 'unknown'} when indexes were built, and is ${row.present_root ?? 'unknown'} now: lists may miss records that are sorted by a text, and searches`,
      `As the owner: REINDEX DATABASE "${name}"; then as an administrator, in this database: ALTER COLLATION pg_catalog."und-x-icu" REFRESH VERSION;`,
    ],
    [
      row.present_root === null,
      'PostgreSQL has no collation und-x-icu: lists cannot be sorted by a text',
      'Take a PostgreSQL that was built with ICU, as the official images and packages are; then restore a dump of this database into it.',
    ],
    [
      row.schema !== 'public',
      `The first schema of search_path is ${row.schema ?? 'none that exists'}, not public`,
      `As an administrator: ALTER ROLE ${login} RESET search_path; and the same for ${role} and the database.`,
    ],
  ];
  return [judgePostgresql(row.number, row.version), ...warningsOf(faults)];
}

/** Compares this machine's clock with PostgreSQL's, because `now()` sets many timestamps. */
export const databaseClock: Check = {
  name: 'clock',
  needs: 'database',
  run: async ({ database, clock }) => {
    const connected = await database();
    const ask = async (): Promise<ClockReading> => {
      const before = clock.now().getTime();
      const [row] = await connected.query<{ there: Date }[]>('SELECT clock_timestamp() AS there');
      return { before, there: row?.there.getTime() ?? NaN, after: clock.now().getTime() };
    };
    // The first query also opens a connection.
    await ask();
    return [judgeClock('PostgreSQL', await ask())];
  },
};
