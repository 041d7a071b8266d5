import { createHmac } from 'node:crypto';
import type { EventName } from '../../../common/events';

/** Random bytes in a subscription's secret. */
export const SECRET_BYTES = 32;

const PREFIX = 'whsec_';

/** Display form: `whsec_` and the standard base64 (44 characters). @throws RangeError unless there are 32 bytes */
export function formatSecret(bytes: Buffer): string {
  if (bytes.length !== SECRET_BYTES) throw new RangeError(`a webhook secret is ${SECRET_BYTES} bytes`);
  return PREFIX + bytes.toString('base64');
}

/** Decodes a displayed secret. @throws Error if the text is not a secret; the message does not contain the text */
export function secretBytes(secret: string): Buffer {
  const bytes = Buffer.from(secret.slice(PREFIX.length), 'base64');
  if (bytes.length !== SECRET_BYTES || formatSecret(bytes) !== secret) throw new Error('not a webhook secret');
  return bytes;
}

/** `X-Service-Signature`: lowercase hex HMAC-SHA256 of the body's bytes, keyed by the secret as displayed. */
export function serviceSignature(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('hex');
}

/** Input of a Standard Webhooks signature. */
interface SignedMessage {
  /** `webhook-id`: the event's id, the same for every attempt. */
  readonly id: string;
  /** `webhook-timestamp`: Unix seconds of this attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * `webhook-signature` of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, keyed by the
 * decoded secret. One per secret, newest first, separated by spaces.
 * @throws Error if a text is not a webhook secret
 */
export function standardSignature(message: SignedMessage, secrets: readonly string[]): string {
  const signed = `${message.id}.${message.timestamp}.${message.body}`;
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secretBytes(secret)).update(signed, 'utf8').digest('base64')}`)
    .join(' ');
}

interface AttemptFacts {
  readonly event: EventName;
  /** The event's id, also in the body. */
  readonly eventId: string;
  readonly deliveryId: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly body: string;
  /** As displayed, newest first; at least one. */
  readonly secrets: readonly [string, ...string[]];
  readonly at: Date;
}

/** @throws Error if a text is not a webhook secret */
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
