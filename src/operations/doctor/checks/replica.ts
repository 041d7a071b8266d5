import { startFailure } from '../../../platform/processes';
import type { Check } from '../check';
import { ok, skipped, warning } from '../domain/finding';
import { ReadOnlyDatabase } from '../read-only-database';

interface ServerRow {
  readonly follows: boolean;
  /** Of the cluster and of the database in it. A standby has both from its primary. */
  readonly identity: string;
}

const SERVER = `
  SELECT pg_is_in_recovery() AS follows, format('%s:%s', c.system_identifier, d.oid) AS identity
    FROM pg_control_system() c, pg_database d WHERE d.datname = current_database()`;

/** That DATABASE_REPLICA_URL answers, and names a standby of the database of DATABASE_URL. */
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
          connected.query<ServerRow[]>(SERVER),
          (await database()).query<ServerRow[]>(SERVER),
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

function judge(there: ServerRow | undefined, primary: ServerRow | undefined) {
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
