import type { EventName } from '../../../common/events';
import { serviceSignature, standardSignature } from '../../domain/signing/signature';

/** The facts that the headers of an attempt carry. */
export interface AttemptFacts {
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

/** The headers of one attempt: the specification's, and the Standard Webhooks ones that also cover the time. */
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
