import { createHmac } from 'node:crypto';
import { secretBytes } from './secret';

/**
 * `X-Service-Signature`: lowercase hex HMAC-SHA256 of the body's bytes, keyed by the secret's text as it is displayed.
 */
export function serviceSignature(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('hex');
}

/** What a Standard Webhooks signature covers. */
export interface SignedMessage {
  /** `webhook-id`: the event's id, the same on every attempt. */
  readonly id: string;
  /** `webhook-timestamp`: seconds since 1970, of this attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * `webhook-signature` of the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of
 * `id.timestamp.body`, keyed by the bytes the secret stands for; one for each secret, newest first, a space between.
 */
export function standardSignature(message: SignedMessage, secrets: readonly string[]): string {
  const signed = `${message.id}.${message.timestamp}.${message.body}`;
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secretBytes(secret)).update(signed, 'utf8').digest('base64')}`)
    .join(' ');
}
