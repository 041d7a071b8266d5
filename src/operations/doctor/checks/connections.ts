import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { Client } from 'pg';
import { startFailure } from '../../../platform/processes';
import { type Check, ReadOnlyDatabase } from '../check';
import { type ConnectionFacts, judgeConnections, judgeWay, type WayFacts } from '../domain/connections';
import { type Finding, ok, skipped, warning } from '../domain/finding';

export const connections: Check = {
  name: 'connections',
  needs: 'database',
  variables: ['DATABASE_POOL_SIZE'],
  run: async ({ database, environment }) => {
    const { DATABASE_POOL_SIZE: poolSize, DATABASE_JOB_STATEMENT_TIMEOUT_MS: jobTimeout } = environment;
    const [facts] = await (await database()).query<Omit<ConnectionFacts, 'poolSize' | 'jobTimeout'>[]>(ALLOWED);
    if (!facts) throw new Error('PostgreSQL said nothing of its connections');
    return judgeConnections({ poolSize, jobTimeout, ...facts });
  },
};

/** SQL of a setting in milliseconds; 0 if this PostgreSQL version does not have it. */
const milliseconds = (setting: string): string =>
  `coalesce((SELECT setting::int FROM pg_settings WHERE name = '${setting}'), 0)`;

const ALLOWED = `
  SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) AS most,
         (SELECT sum(numbackends)::int FROM pg_stat_database) AS open,
         (SELECT count(*)::int FROM pg_stat_activity WHERE usename = session_user) AS own,
         (SELECT rolconnlimit FROM pg_roles WHERE rolname = session_user) AS "loginLimit",
         (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS "databaseLimit",
         ${milliseconds('idle_session_timeout')} AS "idleSessionTimeout", ${milliseconds('transaction_timeout')} AS "transactionTimeout"`;

const PORT = 'SELECT inet_client_port() AS port';
const PREPARED = 'SELECT name FROM pg_prepared_statements';

/** Checks whether there is a connection pooler, and whether the configuration fits it. */
export const pooler: Check = {
  name: 'pooler',
  needs: 'database',
  variables: ['DATABASE_URL', 'DATABASE_MIGRATION_URL', 'DATABASE_CONNECT_TIMEOUT_MS'],
  run: async ({ environment }) => {
    const { DATABASE_URL, DATABASE_MIGRATION_URL, DATABASE_CONNECT_TIMEOUT_MS: patience } = environment;
    const isSame = DATABASE_MIGRATION_URL === DATABASE_URL;
    const prepares = environment.DATABASE_PREPARED_STATEMENTS;
    const [service, owner] = await Promise.all([
      wayTo(DATABASE_URL, patience, prepares),
      // Only `migrate` and the operator's commands need it, and they report its errors.
      isSame ? undefined : wayTo(DATABASE_MIGRATION_URL, patience, false).catch(() => undefined),
    ]);
    return judgeWay(service, owner, prepares);
  },
};

/** @param prepares whether a statement may be prepared; a pooler without support would leave it behind */
async function wayTo(connectionString: string, connectionTimeoutMillis: number, prepares: boolean): Promise<WayFacts> {
  const socket = new Socket();
  const client = new Client({ connectionString, connectionTimeoutMillis, stream: () => socket });
  await client.connect();
  try {
    const { rows } = await client.query<{ port: number | null }>(PORT);
    const name = `doctor_${randomUUID()}`;
    const prepared = prepares ? (await client.query<{ name: string }>({ name, text: PREPARED })).rows : [];
    return {
      ownPort: socket.localPort ?? null,
      seenPort: rows[0]?.port ?? null,
      prepared: prepared.map((statement) => statement.name),
    };
  } finally {
    await client.end();
  }
}

interface Identity {
  readonly follows: boolean;
  /** Of the cluster and the database. A standby has the same identity as its primary. */
  readonly identity: string;
}

const IDENTITY = `
  SELECT pg_is_in_recovery() AS follows, format('%s:%s', c.system_identifier, d.oid) AS identity
    FROM pg_control_system() c, pg_database d WHERE d.datname = current_database()`;

/** Checks that DATABASE_REPLICA_URL is a standby of the database in DATABASE_URL. */
export const replica: Check = {
  name: 'replica',
  needs: 'database',
  variables: ['DATABASE_REPLICA_URL'],
  run: async ({ database, environment }) => {
    const url = environment.DATABASE_REPLICA_URL;
    if (url === undefined) return [skipped('DATABASE_REPLICA_URL is not set')];
    const itself = { ...environment, DATABASE_URL: url };
    try {
      const connected = await ReadOnlyDatabase.connect(itself);
      try {
        const [[there], [primary]] = await Promise.all([
          connected.query<Identity[]>(IDENTITY),
          (await database()).query<Identity[]>(IDENTITY),
        ]);
        return [judge(there, primary)];
      } finally {
        await connected.close();
      }
    } catch (error) {
      const { msg } = startFailure(error, itself);
      const todo = 'Start the replica, open the way to it, or correct DATABASE_REPLICA_URL.';
      return [warning(`The replica cannot be used, and reports are read from the primary: ${msg}`, todo)];
    }
  },
};

function judge(there: Identity | undefined, primary: Identity | undefined): Finding {
  if (there?.identity !== primary?.identity) {
    return warning(
      'DATABASE_REPLICA_URL names another database than DATABASE_URL does',
      'Name a standby of the primary in DATABASE_REPLICA_URL, and the same database.',
    );
  }
  if (there?.follows !== true) {
    return warning(
      'DATABASE_REPLICA_URL names a server that is no standby',
      'Name a standby in DATABASE_REPLICA_URL, or remove the variable.',
    );
  }
  return ok('The replica answers and is a standby of the primary');
}
