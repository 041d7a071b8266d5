import type { KeyObject } from 'node:crypto';
import type { Environment } from '../../src/platform/config';

const inBase64 = (key: KeyObject): string => key.export().toString('base64');

/** Turns the encryption keys of an environment back into variables. */
export function keyVariables({
  APP_ENCRYPTION_KEY: alone,
  APP_ENCRYPTION_KEYS: ring,
}: Pick<Environment, 'APP_ENCRYPTION_KEY' | 'APP_ENCRYPTION_KEYS'>): Readonly<Record<string, string>> {
  return {
    ...(alone ? { APP_ENCRYPTION_KEY: inBase64(alone) } : {}),
    ...(ring ? { APP_ENCRYPTION_KEYS: ring.map(({ id, key }) => `${id}:${inBase64(key)}`).join() } : {}),
  };
}
