import type { RedisOptions } from 'ioredis';
import type { Environment } from '../config';
import { redisTls, type RedisTlsVariables } from './redis-tls';

/** What is said of the sentinels. */
export type SentinelVariables = RedisTlsVariables &
  Pick<Environment, 'REDIS_SENTINELS' | 'REDIS_SENTINEL_USERNAME' | 'REDIS_SENTINEL_PASSWORD' | 'REDIS_TIMEOUT_MS'>;

/** How long a command may go unanswered before its connection is given up, milliseconds: longer than a queue waits for a job. */
const SILENCE_MILLISECONDS = 10_000;

/**
 * How a connection finds the primary by its sentinels; nothing where there are none. It asks them whenever it connects, and leaves a
 * primary that was made a replica, or that no longer answers.
 */
export function sentinelOptions(environment: SentinelVariables): RedisOptions {
  const { REDIS_SENTINELS: sentinels, REDIS_SENTINEL_USERNAME: user, REDIS_SENTINEL_PASSWORD: password } = environment;
  if (sentinels === undefined) return {};
  const tls = redisTls(environment);
  return {
    sentinels: sentinels.map(({ host, port }) => ({ host, port })),
    name: groupOf(environment),
    role: 'master',
    ...(user === undefined ? {} : { sentinelUsername: user }),
    ...(password === undefined ? {} : { sentinelPassword: password }),
    ...(tls ? { sentinelTLS: tls, enableTLSForSentinelMode: true } : {}),
    sentinelCommandTimeout: environment.REDIS_TIMEOUT_MS,
    connectTimeout: 2 * environment.REDIS_TIMEOUT_MS,
    sentinelRetryStrategy: (times) => Math.min(100 * times, 1_000),
    // A sentinel that makes a primary a replica closes its connections. One that it could not tell refuses to write later.
    reconnectOnError: (error) => error.message.includes('READONLY'),
    // A machine that is gone closes nothing.
    socketTimeout: SILENCE_MILLISECONDS,
  };
}

/** The name of the sentinels' group, by which they know the primary. @throws TypeError without a REDIS_URL */
export const groupOf = ({ REDIS_URL }: Pick<Environment, 'REDIS_URL'>): string =>
  decodeURIComponent(new URL(REDIS_URL ?? '').hostname);
