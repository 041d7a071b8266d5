/**
 * Cleans up after a test run, however it ended.
 *
 * The run sends one JSON object per line on standard input, each a resource to remove. The cleanup starts when standard
 * input closes. That happens when the run requests the cleanup, and also when it crashes or is killed.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';

/** Longer than a server needs for a stop without saving, in milliseconds. */
const PATIENCE = 5_000;

// The terminal's signals are for the run. This process continues, to clean up after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    // A process that ended and was not yet collected by its parent counts as gone.
    return process.platform !== 'linux' || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function endProcess(pid, signal) {
  if (isAlive(pid)) process.kill(pid, signal);
  for (const end = Date.now() + PATIENCE; isAlive(pid) && Date.now() < end;) await sleep(20);
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The folder of the run's servers. Their pid files are in it. */
async function removeFolder({ folder }) {
  const pooler = Number.parseInt(read(join(folder, 'pooler', 'pgbouncer.pid')) ?? '', 10);
  if (pooler > 0) await endProcess(pooler, 'SIGTERM');
  const postmaster = Number.parseInt(read(join(folder, 'data', 'postmaster.pid')) ?? '', 10);
  if (postmaster > 0) await endProcess(postmaster, 'SIGQUIT');
  const redis = read(join(folder, 'redis', 'redis.json'));
  if (redis !== undefined) await endProcess(JSON.parse(redis).pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** On a server that the environment configures: the databases and logins of this run, by name prefix. */
async function dropDatabases({ adminUrl, prefix }) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const named = `LIKE '${prefix.replaceAll('_', '\\_')}%'`;
  const databases = await client.query(`SELECT datname AS name FROM pg_database WHERE datname ${named}`);
  for (const { name } of databases.rows) await client.query(`DROP DATABASE "${name}" WITH (FORCE)`);
  const roles = await client.query(`SELECT rolname AS name FROM pg_roles WHERE rolname ${named}`);
  for (const { name } of roles.rows) await client.query(`DROP ROLE "${name}"`);
  await client.end();
}

/** On a server that the environment configures: the logical databases that this run has leased. */
async function returnRedisDatabases({ url, owner, leases }) {
  const redis = new Redis(url);
  for (const key of await redis.keys(leases)) {
    if ((await redis.get(key))?.startsWith(owner)) await redis.del(key);
  }
  await redis.quit();
}

const duties = { folder: removeFolder, databases: dropDatabases, redis: returnRedisDatabases };
const told = [];
for await (const line of createInterface({ input: process.stdin })) told.push(JSON.parse(line));

for (const { duty, ...facts } of told) {
  try {
    await duties[duty](facts);
  } catch (error) {
    console.error(`Not cleared up after the tests (${duty}): ${error.message}`);
    process.exitCode = 1;
  }
}
