import { Logger } from '@nestjs/common';
import type { ConnectionOptions } from 'node:tls';
import { type Environment, TlsFile } from '../config';

/** What is said of Redis' TLS. */
export type RedisTlsVariables = Pick<Environment, 'REDIS_URL' | 'REDIS_CA_FILE' | 'REDIS_CERT_FILE' | 'REDIS_KEY_FILE'>;

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
