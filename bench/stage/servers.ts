import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureOwnedDatabase, ensureServiceLogin } from '../../tools/servers/databases';
import { startPostgres, type PostgresServer } from '../../tools/servers/postgres';
import { startRedis, type RedisServer } from '../../tools/servers/redis';
import { makeOwnFolder, temporaryFolder } from '../../tools/servers/unprivileged';
import { migrate } from '../../src/platform/database/schema/migrate';
import { type Custodian, hireCustodian } from '../../test/support/servers/custodian';
import { redisProgram } from '../../test/support/programs/redis';

const DATABASE = 'bench';
const GROUP_ROLE = 'procurement_service';

/** PostgreSQL's settings for a small machine; those of durability are left at their defaults. */
const SETTINGS = {
  shared_buffers: '1GB',
  effective_cache_size: '3GB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  shared_preload_libraries: 'pg_stat_statements',
};

/** PostgreSQL and Redis of the benchmark's own. */
export interface Servers {
  /** Holds all that they keep; a temporary one is removed, also when the run is killed. */
  readonly folder: string;
  readonly postgres: PostgresServer;
  /** As the service's login, bound by row level security. */
  readonly databaseUrl: string;
  /** As the owner of the schema, who migrates. */
  readonly ownerUrl: string;
  /** As the superuser, who is not bound by it. */
  readonly adminUrl: string;
  /** Base64; kept with the data, which is sealed under it. */
  readonly encryptionKey: string;
  /** A logical database of Redis: each program under test counts in one of its own. */
  redisUrl(database: number): string;
  readonly redisPid: number;
  stop(): Promise<void>;
}

/**
 * Starts both servers.
 * @param kept a folder whose data outlives the run and is taken up by the next; a temporary one when left out
 */
export async function startServers(kept?: string): Promise<Servers> {
  const folder = kept ?? mkdtempSync(join(temporaryFolder(), 'procurement-bench-'));
  makeOwnFolder(folder);
  // A folder that is kept is left to the next run even if this one is killed: both servers are then taken up again.
  const custodian: Custodian | undefined = kept === undefined ? hireCustodian() : undefined;
  custodian?.entrust({ duty: 'folder', folder });
  const passwords = passwordsOf(folder);
  const postgres = await startPostgres({ folder, password: passwords.postgres, settings: SETTINGS });
  const redis: RedisServer = await startRedis(redisProgram(process.env['PATH'] ?? ''), {
    folder: join(folder, 'redis'),
    password: passwords.redis,
    keepsData: false,
  });
  const owner = { name: 'bench_owner', password: passwords.owner };
  await ensureOwnedDatabase(postgres.url(DATABASE), owner, GROUP_ROLE);
  await migrate(postgres.url(DATABASE, owner));
  const login = { name: 'bench', password: passwords.service };
  await ensureServiceLogin(postgres.url('postgres'), login, GROUP_ROLE);
  return {
    folder,
    postgres,
    databaseUrl: postgres.url(DATABASE, login),
    ownerUrl: postgres.url(DATABASE, owner),
    adminUrl: postgres.url(DATABASE),
    encryptionKey: passwords.encryptionKey,
    redisUrl: (database) => redis.url(database),
    redisPid: redis.pid,
    stop: async () => {
      await Promise.all([postgres.stop(), redis.stop()]);
      if (custodian) await custodian.dismiss();
      if (kept === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Passwords {
  readonly postgres: string;
  readonly owner: string;
  readonly service: string;
  readonly redis: string;
  readonly encryptionKey: string;
}

function passwordsOf(folder: string): Passwords {
  const file = join(folder, 'passwords.json');
  const secret = (): string => randomBytes(18).toString('base64url');
  const fresh: Passwords = {
    postgres: secret(),
    owner: secret(),
    service: secret(),
    redis: secret(),
    encryptionKey: randomBytes(32).toString('base64'),
  };
  // A folder of before one of these was kept gets it now.
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Passwords>) : {};
  const passwords = { ...fresh, ...kept };
  writeFileSync(file, JSON.stringify(passwords), { mode: 0o600 });
  return passwords;
}
