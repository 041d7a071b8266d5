import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Verifies X-Service-Signature: the lowercase hex HMAC-SHA256 of the raw body, keyed by the displayed secret.
 * @param rawBody the received bytes, before any parsing
 */
export function verifyService(rawBody: Buffer, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(rawBody).digest('hex');
  return equal(expected, signature);
}

/** The headers that the Standard Webhooks signature covers, with lowercase names. */
export interface StandardHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/**
 * Verifies webhook-signature, which also covers the time, so replayed deliveries are rejected. During the rotation of a
 * secret the header has two signatures; one match is enough.
 * @param now Unix seconds
 * @param tolerance seconds either way
 */
export function verifyStandard(
  rawBody: Buffer,
  headers: StandardHeaders,
  secret: string,
  now = Math.floor(Date.now() / 1000),
  tolerance = 300,
): boolean {
  const timestamp = headers['webhook-timestamp'];
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > tolerance) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${timestamp}.`), rawBody]);
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return headers['webhook-signature'].split(' ').some((signature) => equal(expected, signature));
}

function equal(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
