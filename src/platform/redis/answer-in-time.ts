import type { Redis } from 'ioredis';
import { StartRefusal } from '../../common/errors/start-refusal';
import { ONCE } from './redis-options';

/**
 * Redis' answer with a time limit. With ioredis' `commandTimeout`, a busy event loop runs timers before it reads
 * sockets, so an answer that has already arrived counts as missing. Here arrived data is read first, so that a burst of
 * requests does not make every instance count separately.
 * @param patience milliseconds
 * @throws Error when there is no answer in time, or the error of the command
 */
export async function answerInTime<T>(answer: Promise<T>, patience: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new Error(`Redis did not answer within ${patience} ms`));
    timer = setTimeout(() => setImmediate(giveUp), patience);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

const IS_CLUSTER = new StartRefusal(
  'REDIS_URL is a Redis Cluster, which the queue does not support: its keys are in more than one slot',
  'Use a single primary, kept available by Redis Sentinel (REDIS_SENTINELS; or a managed Redis with cluster mode off).',
);
const ACCESS_DENIED = new StartRefusal(
  'Redis refuses the user or the password of REDIS_URL',
  'Correct the user and the password in REDIS_URL.',
);

/**
 * Rejects an unusable Redis: a cluster, or one that rejects the credentials. An unavailable Redis does not prevent the
 * start. Uses a separate connection.
 * @param patience the time limit in milliseconds
 * @returns whether Redis could be checked
 * @throws StartRefusal with the alternative
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
    if ([error, ...errors].some(refusesUs)) throw ACCESS_DENIED;
    // A user without the right to run INFO gets an error; the check is then skipped.
    return isForbidden(error);
  } finally {
    own.disconnect();
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const refusesUs = (error: unknown): boolean => /^(NOAUTH|WRONGPASS)\b/.test(messageOf(error));
const isForbidden = (error: unknown): boolean => messageOf(error).startsWith('NOPERM');
