import { chownSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureOwnedDatabase, ensureServiceLogin, withClient } from '../../../tools/servers/databases';
import { type PostgresServer, startPostgres } from '../../../tools/servers/postgres';
import { makeOwnFolder, serverAccount } from '../../../tools/servers/unprivileged';
import { migrate } from '../../../src/platform/database/schema/migrate';
import { hireCustodian } from './custodian';
import { serversFolder } from './memory-folder';

const PASSWORD = 'standby';
const OWNER = { name: 'pair_owner', password: PASSWORD };
const LOGIN = { name: 'pair_app', password: PASSWORD };
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', dynamic_shared_memory_type: 'mmap' };

/** A PostgreSQL with the service's schema, and its standby. */
export interface Pair {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** Address of the service's database on either server, with the service's login. */
  serviceUrl(server: PostgresServer): string;
  administer(server: PostgresServer, sql: string): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Starts both servers. A custodian cleans up even if the tests are killed.
 * @param primarySettings as in postgresql.conf
 */
export async function startPair(primarySettings: Readonly<Record<string, string>> = {}): Promise<Pair> {
  const custodian = hireCustodian();
  const folder = mkdtempSync(join(serversFolder(), 'procurement-pair-'));
  custodian.entrust({ duty: 'folder', folder });
  makeOwnFolder(folder);
  const place = (name: string): string => {
    makeOwnFolder(join(folder, name));
    return join(folder, name);
  };
  const primary = await startPostgres({
    folder: place('primary'),
    password: PASSWORD,
    settings: { ...SETTINGS, wal_level: 'replica', ...primarySettings },
    initdbFlags: ['--no-sync'],
  });
  await ensureOwnedDatabase(primary.url('procurement'), OWNER, 'procurement_service');
  await migrate(primary.url('procurement', OWNER));
  await ensureServiceLogin(primary.url('procurement'), LOGIN, 'procurement_service');
  await copyWhileItRuns(primary, join(folder, 'primary/data'), join(place('standby'), 'data'));
  const standby = await startPostgres({
    folder: join(folder, 'standby'),
    password: PASSWORD,
    settings: {
      ...SETTINGS,
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres password=${PASSWORD}`,
      hot_standby_feedback: 'on',
    },
  });
  return {
    primary,
    standby,
    serviceUrl: (server) => server.url('procurement', LOGIN),
    administer: (server, sql) => withClient(server.url('procurement'), (client) => client.query(sql)),
    stop: async () => {
      await standby.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
      await custodian.dismiss();
    },
  };
}

/**
 * A base backup without pg_basebackup, which npm's PostgreSQL lacks:
 * https://www.postgresql.org/docs/current/continuous-archiving.html
 */
async function copyWhileItRuns(server: PostgresServer, from: string, to: string): Promise<void> {
  await withClient(server.url('postgres'), async (client) => {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    cpSync(from, to, {
      recursive: true,
      filter: (path) => !/\/(postmaster\.(pid|opts)|pg_wal\/.+|pg_dynshmem\/.+)$/.test(path),
    });
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(to, 'standby.signal'), '');
  });
  const account = serverAccount();
  if (account) for (const path of [to, ...below(to)]) chownSync(path, account.uid, account.gid);
}

const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
