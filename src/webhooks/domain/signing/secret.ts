/** Bytes of randomness in a subscription's secret. */
export const SECRET_BYTES = 32;

const PREFIX = 'whsec_';

/**
 * A subscription's secret as it is displayed: `whsec_` and the standard base64 of 32 random bytes (44 characters).
 * @throws RangeError when it is not given 32 bytes
 */
export function formatSecret(bytes: Buffer): string {
  if (bytes.length !== SECRET_BYTES) throw new RangeError(`a webhook secret is ${SECRET_BYTES} bytes`);
  return PREFIX + bytes.toString('base64');
}

/**
 * The bytes a displayed secret stands for.
 * @throws Error when the text is no such secret; the message does not repeat it
 */
export function secretBytes(secret: string): Buffer {
  const bytes = Buffer.from(secret.slice(PREFIX.length), 'base64');
  if (bytes.length !== SECRET_BYTES || formatSecret(bytes) !== secret) throw new Error('not a webhook secret');
  return bytes;
}
