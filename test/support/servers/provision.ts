import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { ensureOwnedDatabase, ensureServiceLogin } from '../../../tools/servers/databases';
import { startPostgres } from '../../../tools/servers/postgres';
import { startRedis } from '../../../tools/servers/redis';
import { bothOrNeither } from '../../../tools/servers/server-process';
import { makeOwnFolder } from '../../../tools/servers/unprivileged';
import { migrate } from '../../../src/platform/database/schema/migrate';
import type { Custodian } from './custodian';
import { addressOf } from './database';
import { startPooler } from './pooler';
import { serversFolder } from './memory-folder';
import { LEASES } from './redis';
import { redisProgram } from '../programs/redis';
import { namePrefix, type TestRun } from './run';

/** No test data outlives its run, so nothing has to reach the disk. */
const IN_HASTE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
  // In the run's folder, which is removed even if the server is killed.
  dynamic_shared_memory_type: 'mmap',
};
const GROUP_ROLE = 'procurement_service';
/** One for each test file, and one to count. */
const REDIS_DATABASES = 256;

/**
 * Provides the servers of one test run: those that the environment configures, or new ones. Then migrates the template.
 * Registers everything with the custodian as soon as it exists.
 */
export async function provision(custodian: Custodian, env: NodeJS.ProcessEnv): Promise<TestRun> {
  const id = randomBytes(4).toString('hex');
  const folder = mkdtempSync(join(serversFolder(), `procurement-test-${id}-`));
  custodian.entrust({ duty: 'folder', folder });
  makeOwnFolder(folder);

  const [adminUrl, redisUrl] = await bothOrNeither([
    postgres(custodian, env, folder, id),
    redis(custodian, env, folder, id),
  ]);
  const template = `${namePrefix(id)}_template`;
  const password = (): string => randomBytes(18).toString('base64url');
  const login = { name: namePrefix(id), password: password() };
  const owner = { name: `${namePrefix(id)}_owner`, password: password() };
  await ensureOwnedDatabase(addressOf(adminUrl, template), owner, GROUP_ROLE);
  await migrate(addressOf(adminUrl, template, owner));
  await ensureServiceLogin(adminUrl, login, GROUP_ROLE);
  const pooler = env['TEST_POOLER'];
  const poolerPort = pooler ? await startPooler(pooler, adminUrl, folder) : undefined;
  return { id, adminUrl, template, owner, login, redisUrl, poolerPort };
}

/** @returns address of the server's `postgres` database, or the configured address */
async function postgres(custodian: Custodian, env: NodeJS.ProcessEnv, folder: string, id: string): Promise<string> {
  const given = env['DATABASE_MIGRATION_URL'] || env['DATABASE_URL'];
  if (given) {
    custodian.entrust({ duty: 'databases', adminUrl: given, prefix: namePrefix(id) });
    return given;
  }
  const password = randomBytes(18).toString('base64url');
  const server = await startPostgres({ folder, password, settings: IN_HASTE, initdbFlags: ['--no-sync'] });
  return server.url('postgres');
}

async function redis(custodian: Custodian, env: NodeJS.ProcessEnv, folder: string, id: string): Promise<string> {
  const given = env['REDIS_URL'];
  if (given) {
    custodian.entrust({ duty: 'redis', url: addressOf(given, '0'), leases: `${LEASES}*`, owner: `${id}/` });
    return given;
  }
  const server = await startRedis(redisProgram(env['PATH'] ?? ''), {
    folder: join(folder, 'redis'),
    password: randomBytes(18).toString('base64url'),
    keepsData: false,
    databases: REDIS_DATABASES,
  });
  return server.url();
}
