import { Logger } from '@nestjs/common';
import type { RedisOptions } from 'ioredis';
import type { ConnectionOptions } from 'node:tls';
import { type Environment, TlsFile } from '../config';

type RedisTlsVariables = Pick<Environment, 'REDIS_URL' | 'REDIS_CA_FILE' | 'REDIS_CERT_FILE' | 'REDIS_KEY_FILE'>;

/**
 * How connections to Redis are encrypted; undefined where they are not. ioredis copies these options for each connection that it
 * opens, so that each is opened with what the files hold then.
 */
export function redisTls(environment: RedisTlsVariables): ConnectionOptions | undefined {
  const { REDIS_URL: url, REDIS_CA_FILE: ca, REDIS_CERT_FILE: cert, REDIS_KEY_FILE: key } = environment;
  if (!url?.startsWith('rediss:')) return undefined;
  const log = new Logger('Redis');
  // Said aloud so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
  const options: ConnectionOptions = { rejectUnauthorized: true };
  for (const [name, path] of Object.entries({ ca, cert, key })) {
    if (path === undefined) continue;
    const file = new TlsFile(path, (sentence) => log.error(sentence));
    Object.defineProperty(options, name, { enumerable: true, get: () => file.text });
  }
  return options;
}

/** What OpenSSL and Node say where a certificate is not accepted, or the other side speaks no TLS, or nothing but TLS. */
const OF_TLS =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|EPROTO|HOSTNAME_MISMATCH)/;

/** Why a connection that fails is not encrypted as it should be, and what to do; undefined where that is not the cause. */
export function tlsFault(error: unknown): { readonly said: string; readonly todo: string } | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || !OF_TLS.test(code)) return undefined;
  return {
    said: `TLS to Redis fails (${code}: ${message})`,
    todo: "Check that REDIS_CA_FILE holds the authority that issued Redis' certificate, that the certificate is for the host of REDIS_URL, and that Redis listens with TLS there.",
  };
}

type SentinelVariables = RedisTlsVariables &
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

/** For a connection, in milliseconds: longer than for an answer. */
export const patienceOf = ({ REDIS_TIMEOUT_MS }: Pick<Environment, 'REDIS_TIMEOUT_MS'>): number => 2 * REDIS_TIMEOUT_MS;

/** How the service connects to its Redis. */
export function redisOptions(environment: SentinelVariables): RedisOptions {
  const tls = redisTls(environment);
  return {
    ...(tls ? { tls } : {}),
    ...sentinelOptions(environment),
    // A request never waits for a Redis that is away: it counts for itself at once.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: patienceOf(environment),
    retryStrategy: (times) => Math.min(100 * times, 2000),
    lazyConnect: false,
  };
}

/** Options of a connection that is made once or not at all. */
export const ONCE: RedisOptions = { retryStrategy: () => null, sentinelRetryStrategy: () => null };
