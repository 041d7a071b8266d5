import type { Redis } from 'ioredis';
import { StartRefusal } from '../../common/errors/start-refusal';
import { ONCE } from './redis-options';

/**
 * What Redis answers, if it does so in time. ioredis's own `commandTimeout` measures this process as well: when work has
 * held its loop, timers run before sockets are read, and an answer that has long arrived counts as missing. Here what
 * has arrived is read first, so that a burst of requests does not make every instance count for itself.
 * @param patience milliseconds
 * @throws Error when there is no answer, or whatever the command fails with
 */
export async function answerInTime<T>(asked: Promise<T>, patience: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new Error(`Redis did not answer within ${patience} ms`));
    timer = setTimeout(() => setImmediate(giveUp), patience);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

const IS_CLUSTER = new StartRefusal(
  'REDIS_URL names a Redis Cluster, which the queue cannot work on: its keys lie in more than one slot',
  'Use a single primary, kept available by Redis Sentinel (REDIS_SENTINELS; or a managed Redis with cluster mode off).',
);
const LETS_NOBODY_IN = new StartRefusal(
  'Redis refuses the user or the password of REDIS_URL',
  'Correct the user and the password in REDIS_URL.',
);

/**
 * Refuses a Redis that would never do: a cluster, or one that does not let us in. One that is merely away is no reason
 * not to start. Asked over a connection of its own, whose every answer is heard.
 * @param patience how long to wait for it, in milliseconds
 * @returns whether it was there to be looked at
 * @throws StartRefusal saying what to use instead
 */
export async function assertUsable(redis: Redis, patience: number): Promise<boolean> {
  const own = redis.duplicate({ lazyConnect: true, enableReadyCheck: false, ...ONCE });
  const errors: Error[] = [];
  own.on('error', (error: Error) => errors.push(error));
  try {
    await answerInTime(own.connect(), patience);
    const info = await answerInTime(own.info('cluster'), patience);
    if (/^cluster_enabled:1/m.test(info)) throw IS_CLUSTER;
    return true;
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    if ([error, ...errors].some(refusesUs)) throw LETS_NOBODY_IN;
    // A user who may not ask what it is gets no answer, and is believed.
    return isForbidden(error);
  } finally {
    own.disconnect();
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const refusesUs = (error: unknown): boolean => /^(NOAUTH|WRONGPASS)\b/.test(messageOf(error));
const isForbidden = (error: unknown): boolean => messageOf(error).startsWith('NOPERM');
