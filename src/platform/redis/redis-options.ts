import { Logger } from '@nestjs/common';
import type { RedisOptions } from 'ioredis';
import type { ConnectionOptions } from 'node:tls';
import { type Environment, TlsFile } from '../config';

type RedisTlsVariables = Pick<Environment, 'REDIS_URL' | 'REDIS_CA_FILE' | 'REDIS_CERT_FILE' | 'REDIS_KEY_FILE'>;

/** ioredis copies these options for each new connection, so a connection uses the current content of the files. */
export function redisTls(environment: RedisTlsVariables): ConnectionOptions | undefined {
  const { REDIS_URL: url, REDIS_CA_FILE: ca, REDIS_CERT_FILE: cert, REDIS_KEY_FILE: key } = environment;
  if (!url?.startsWith('rediss:')) return undefined;
  const log = new Logger('Redis');
  // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable it.
  const options: ConnectionOptions = { rejectUnauthorized: true };
  for (const [name, path] of Object.entries({ ca, cert, key })) {
    if (path === undefined) continue;
    const file = new TlsFile(path, (sentence) => log.error(sentence));
    Object.defineProperty(options, name, { enumerable: true, get: () => file.text });
  }
  return options;
}

/** Error codes of OpenSSL and Node if a certificate is rejected, or only one side uses TLS. */
const OF_TLS =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|EPROTO|HOSTNAME_MISMATCH)/;

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

/** Milliseconds: longer than a queue's blocking wait for a job. */
const SILENCE_MILLISECONDS = 10_000;

/** The connection leaves a primary that has become a replica or no longer answers. */
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
    // A sentinel that demotes a primary closes its connections. If that failed, later writes get READONLY.
    reconnectOnError: (error) => error.message.includes('READONLY'),
    // A failed machine closes no connections.
    socketTimeout: SILENCE_MILLISECONDS,
  };
}

/** The name of the sentinel group. @throws TypeError without a REDIS_URL */
export const groupOf = ({ REDIS_URL }: Pick<Environment, 'REDIS_URL'>): string =>
  decodeURIComponent(new URL(REDIS_URL ?? '').hostname);

/** Milliseconds: longer than for an answer. */
export const patienceOf = ({ REDIS_TIMEOUT_MS }: Pick<Environment, 'REDIS_TIMEOUT_MS'>): number => 2 * REDIS_TIMEOUT_MS;

export function redisOptions(environment: SentinelVariables): RedisOptions {
  const tls = redisTls(environment);
  return {
    ...(tls ? { tls } : {}),
    ...sentinelOptions(environment),
    // A request never waits for an unavailable Redis: the instance counts limits locally at once.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: patienceOf(environment),
    retryStrategy: (times) => Math.min(100 * times, 2000),
    lazyConnect: false,
  };
}

/** Without reconnects. */
export const ONCE: RedisOptions = { retryStrategy: () => null, sentinelRetryStrategy: () => null };
