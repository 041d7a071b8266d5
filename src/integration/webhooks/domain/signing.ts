import { createHmac } from 'node:crypto';
import type { EventName } from '../../../common/events';

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

/** `X-Service-Signature`: lowercase hex HMAC-SHA256 of the body's bytes, keyed by the secret's text as it is displayed. */
export function serviceSignature(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('hex');
}

/** What a Standard Webhooks signature covers. */
interface SignedMessage {
  /** `webhook-id`: the event's id, the same on every attempt. */
  readonly id: string;
  /** `webhook-timestamp`: seconds since 1970, of this attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * `webhook-signature` of the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of
 * `id.timestamp.body`, keyed by the bytes the secret stands for; one for each secret, newest first, a space between.
 * @throws Error for a text that is no webhook secret
 */
export function standardSignature(message: SignedMessage, secrets: readonly string[]): string {
  const signed = `${message.id}.${message.timestamp}.${message.body}`;
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secretBytes(secret)).update(signed, 'utf8').digest('base64')}`)
    .join(' ');
}

/** The facts that the headers of an attempt carry. */
interface AttemptFacts {
  readonly event: EventName;
  /** The event's id, which is the body's. */
  readonly eventId: string;
  readonly deliveryId: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly body: string;
  /** As displayed, newest first; at least one. */
  readonly secrets: readonly [string, ...string[]];
  readonly at: Date;
}

/**
 * The headers of one attempt: the specification's, and the Standard Webhooks ones that also cover the time.
 * @throws Error for a secret that is none
 */
export function signedHeaders(facts: AttemptFacts): Readonly<Record<string, string>> {
  const { eventId, body, secrets } = facts;
  const timestamp = Math.floor(facts.at.getTime() / 1000);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhook/1.0',
    'X-Service-Event': facts.event,
    'X-Service-Signature': serviceSignature(body, secrets[0]),
    'X-Service-Delivery': facts.deliveryId,
    'X-Service-Attempt': String(facts.attempt),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standardSignature({ id: eventId, timestamp, body }, secrets),
  };
}
