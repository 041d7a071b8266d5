import { type EncryptionKey, type KeyRing, UNNAMED_KEY } from '../../../common/secrets/key-ring';
import { type Finding, ok, warning } from './finding';

/** A random key has fewer different bytes, or fewer different steps from byte to byte, less than once in 10^12 keys. */
const LEAST_DIFFERENT = 12;

/** Warns of each key that somebody typed, counted or left at zero: it can be guessed, and with it every secret is read. */
export function judgeKeys({ keys, format }: KeyRing): Finding[] {
  const weak = keys.flatMap(({ id, key }) => {
    const reason = weakness(key);
    if (reason === undefined) return [];
    const variable =
      format === 'v1' && id === UNNAMED_KEY ? 'APP_ENCRYPTION_KEY' : `The key ${id} of APP_ENCRYPTION_KEYS`;
    return [
      warning(
        `${variable} is not random: ${reason}`,
        'Make a key with `openssl rand -base64 32`, put it first in APP_ENCRYPTION_KEYS, and run keys:rotate (docs/keys.md).',
      ),
    ];
  });
  return weak.length > 0 ? weak : [ok('The encryption keys look random')];
}

function weakness(key: EncryptionKey['key']): string | undefined {
  const bytes = [...key.export()];
  if (bytes.every((byte) => byte === 0)) return 'all of its bytes are zero';
  if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return 'all of its bytes are ASCII text';
  const steps = bytes.slice(1).map((byte, index) => (byte - (bytes[index] ?? 0) + 256) % 256);
  if (new Set(bytes).size < LEAST_DIFFERENT || new Set(steps).size < LEAST_DIFFERENT) return 'its bytes repeat';
  return undefined;
}
