import type Redis from 'ioredis';
import { StartRefusal } from '../common/start-refusal';
import { answerInTime } from './answer-in-time';

const IS_CLUSTER = new StartRefusal(
  'REDIS_URL names a Redis Cluster, which the queue cannot work on: its keys lie in more than one slot',
  'Use a single primary, kept available by Redis Sentinel behind one address (or a managed Redis with cluster mode off).',
);
const LETS_NOBODY_IN = new StartRefusal(
  'Redis refuses the user or the password of REDIS_URL',
  'Correct the user and the password in REDIS_URL.',
);

/**
 * Refuses a Redis that would never do: a cluster, or one that does not let us in. One that is merely away is no reason
 * not to start.
 * @param patience how long to wait for it, in milliseconds
 * @returns whether it was there to be looked at
 * @throws StartRefusal saying what to use instead
 */
export async function assertUsable(redis: Redis, patience: number): Promise<boolean> {
  try {
    await answerInTime(firstConnection(redis), patience);
  } catch (error) {
    if (error instanceof Error && /^(NOAUTH|WRONGPASS)\b/.test(error.message)) throw LETS_NOBODY_IN;
    return false;
  }
  // A user who may not ask gets no answer, and is believed.
  const info = await answerInTime(redis.info('cluster'), patience).catch(() => '');
  if (/^cluster_enabled:1/m.test(info)) throw IS_CLUSTER;
  return true;
}

/** Rejects with what the attempt to connect failed with. */
function firstConnection(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void): void => {
      redis.off('ready', ready).off('error', failed).off('close', closed);
      outcome();
    };
    const ready = (): void => settle(resolve);
    const failed = (error: Error): void => settle(() => reject(error));
    const closed = (): void => settle(() => reject(new Error('Redis closed the connection')));
    redis.on('ready', ready).on('error', failed).on('close', closed);
  });
}
