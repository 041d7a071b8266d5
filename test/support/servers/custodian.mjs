/**
 * Clears up after a test run, whatever ended it.
 *
 * The run tells it on standard input, one JSON object a line, what there is to clear up. Standard input closes when
 * the run asks for the clearing, and just the same when it crashes or is killed: there is one way to the end.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';

/** Longer than a server takes to stop that need not save anything, in milliseconds. */
const PATIENCE = 5_000;

// The terminal's signals are for the run; what it leaves is cleared up even so.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    // One that ended and was not yet collected by its parent counts as gone.
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

/** The folder of our own servers: they say in it themselves who they are, as soon as they run. */
async function removeFolder({ folder }) {
  const pooler = Number.parseInt(read(join(folder, 'pooler', 'pgbouncer.pid')) ?? '', 10);
  if (pooler > 0) await endProcess(pooler, 'SIGTERM');
  const postmaster = Number.parseInt(read(join(folder, 'data', 'postmaster.pid')) ?? '', 10);
  if (postmaster > 0) await endProcess(postmaster, 'SIGQUIT');
  const redis = read(join(folder, 'redis', 'redis.json'));
  if (redis !== undefined) await endProcess(JSON.parse(redis).pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** On a server that is not ours: the databases and the login of this run, by the prefix of their names. */
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

/** On a server that is not ours: the logical databases that this run holds. */
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
