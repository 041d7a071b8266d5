import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureOwnedDatabase, ensureServiceLogin } from '../../tools/servers/databases';
import { startPostgres } from '../../tools/servers/postgres';
import { startRedis, type RedisServer } from '../../tools/servers/redis';
import { makeOwnFolder, temporaryFolder } from '../../tools/servers/unprivileged';
import { migrate } from '../../src/platform/database/schema/migrate';
import { type Custodian, hireCustodian } from '../../test/support/servers/custodian';
import { redisProgram } from '../../test/support/programs/redis';

const DATABASE = 'bench';
const GROUP_ROLE = 'procurement_service';

/** PostgreSQL settings for a small machine; durability settings have their defaults. */
const SETTINGS = {
  shared_buffers: '1GB',
  effective_cache_size: '3GB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  shared_preload_libraries: 'pg_stat_statements',
};

export type Servers = Awaited<ReturnType<typeof startServers>>;

/** Starts both servers. @param kept a folder whose data the next run reuses; by default a temporary one */
export async function startServers(kept?: string) {
  const folder = kept ?? mkdtempSync(join(temporaryFolder(), 'procurement-bench-'));
  makeOwnFolder(folder);
  // A given folder remains for the next run, even if this one is killed: both servers are then reused.
  const custodian: Custodian | undefined = kept === undefined ? hireCustodian() : undefined;
  custodian?.entrust({ duty: 'folder', folder });
  const secret = secretsOf(folder);
  const password = (name: string): string => secret(name).toString('base64url');
  const postgres = await startPostgres({ folder, password: password('postgres'), settings: SETTINGS });
  const redis: RedisServer = await startRedis(redisProgram(process.env['PATH'] ?? ''), {
    folder: join(folder, 'redis'),
    password: password('redis'),
    keepsData: false,
  });
  const owner = { name: 'bench_owner', password: password('owner') };
  await ensureOwnedDatabase(postgres.url(DATABASE), owner, GROUP_ROLE);
  await migrate(postgres.url(DATABASE, owner));
  const login = { name: 'bench', password: password('service') };
  await ensureServiceLogin(postgres.url('postgres'), login, GROUP_ROLE);
  return {
    /** Contains all their data; a temporary one is removed, also if the run is killed. */
    folder,
    postgres,
    /** As the service's login, with row level security. */
    databaseUrl: postgres.url(DATABASE, login),
    /** As the superuser, without row level security. */
    adminUrl: postgres.url(DATABASE),
    /** Base64; stored with the data that it encrypts. */
    encryptionKey: secret('encryption').toString('base64'),
    /** A logical database of Redis: each program under test counts in a separate one. */
    redisUrl: (database: number): string => redis.url(database),
    stop: async (): Promise<void> => {
      await Promise.all([postgres.stop(), redis.stop()]);
      if (custodian) await custodian.dismiss();
      if (kept === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Secrets derived from a file in the folder, so that a reused folder has the same ones. */
function secretsOf(folder: string): (name: string) => Buffer {
  const file = join(folder, 'secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 });
  const secret = readFileSync(file);
  return (name) => createHmac('sha256', secret).update(name).digest();
}
