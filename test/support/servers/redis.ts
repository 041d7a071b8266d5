import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { currentRun } from './run';

/** An empty logical database of a real Redis, for one test file. */
export interface FreshRedis {
  readonly url: string;
  flush(): Promise<void>;
}

/** In the server's database 0: the leases of the other databases, and the counter that distributes them in turn. */
export const LEASES = 'procurement-test:lease:';
const TURN = 'procurement-test:turn';
/** A lease expires if its run could not return it. */
const LEASE_SECONDS = 6 * 60 * 60;

/** Jest loads this module once per test file, so each file has its own value. */
const FILE = randomBytes(6).toString('hex');

/** Leases a logical database that no other test file and no parallel run uses. */
export async function freshRedis(): Promise<FreshRedis> {
  const { id, redisUrl } = currentRun();
  const worker = `${id}/${process.env['JEST_WORKER_ID'] ?? '0'}/`;
  const url = await withRedis(redisUrl, async (redis) => {
    const number =
      (await lease(redis, worker + FILE)) ?? (await returnOldLeases(redis, worker), await lease(redis, worker + FILE));
    if (number === undefined) throw new Error('Every logical database of the Redis server is in use');
    return withNumber(redisUrl, number);
  });
  const flush = async (): Promise<void> => {
    await withRedis(url, (redis) => redis.flushdb());
  };
  await flush();
  return { url, flush };
}

async function lease(redis: Redis, owner: string): Promise<number | undefined> {
  const count = await countOfDatabases(redis);
  for (let attempt = 1; attempt < count; attempt += 1) {
    const number = 1 + ((await redis.incr(TURN)) % (count - 1));
    if ((await redis.set(`${LEASES}${number}`, owner, 'EX', LEASE_SECONDS, 'NX')) === 'OK') return number;
  }
  return undefined;
}

/** A worker runs one test file after another, so the leases of its earlier files can be returned. */
async function returnOldLeases(redis: Redis, worker: string): Promise<void> {
  for (const key of await redis.keys(`${LEASES}*`)) {
    const owner = await redis.get(key);
    if (owner?.startsWith(worker) && owner !== worker + FILE) await redis.del(key);
  }
}

async function countOfDatabases(redis: Redis): Promise<number> {
  const [, count] = (await redis.config('GET', 'databases')) as [string, string];
  return Number(count);
}

function withNumber(redisUrl: string, number: number): string {
  const address = new URL(redisUrl);
  address.pathname = `/${number}`;
  return address.href;
}

async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { maxRetriesPerRequest: 1 });
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
