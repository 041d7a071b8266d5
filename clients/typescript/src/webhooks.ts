import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Webhooks } from './generated/form-a/types.gen.js';

/** What a delivery's body says, told apart by `event`. New events may come: leave alone what you do not know. */
export type WebhookEvent = Webhooks['body'];

/** Headers as Node's `request.headers`, or of the Fetch API. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Delivery {
  /** The bytes as they arrived, before any parsing: JSON written anew is not what was signed. */
  readonly body: Uint8Array | string;
  readonly headers: WebhookHeaders;
  /** `whsec_...` as it was displayed; the old one and the new one while you rotate. */
  readonly secret: string | readonly string[];
  /** Seconds that the delivery's time may differ from now. Default 300. */
  readonly tolerance?: number;
  /** Unix seconds; for tests. */
  readonly now?: number;
}

/** The delivery is not what the service sent, or not of now: answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Verifies a delivery by `webhook-signature`, which covers the time too, and reads it. Deliveries are at least once:
 * remember `id` and do nothing on the second.
 * @throws WebhookVerificationError
 * @throws TypeError when the body, the headers or the secret are missing
 */
export function readWebhook(delivery: Delivery): WebhookEvent {
  if (!verifyWebhook(delivery)) throw new WebhookVerificationError('The signature or the time does not fit');
  return JSON.parse(Buffer.from(delivery.body).toString('utf8')) as WebhookEvent;
}

/**
 * Whether `webhook-signature` fits the body, its id and a time near now.
 * @throws TypeError when the body, the headers or the secret are missing
 */
export function verifyWebhook(delivery: Delivery): boolean {
  const { body, headers, secrets } = required('verifyWebhook', delivery);
  const { tolerance = 300, now = Date.now() / 1000 } = delivery;
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (id === undefined || signatures === undefined || !/^\d{1,12}$/.test(timestamp ?? '')) return false;
  if (Math.abs(now - Number(timestamp)) > tolerance) return false;
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), Buffer.from(body)]);
  return secrets.some((one) => {
    const key = Buffer.from(one.replace(/^whsec_/, ''), 'base64');
    const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    return signatures.split(' ').some((given) => isEqual(expected, given));
  });
}

/**
 * Whether `X-Service-Signature` fits the body. It does not cover the time, so a recorded delivery played back passes:
 * prefer {@link readWebhook}.
 * @throws TypeError when the body, the headers or the secret are missing
 */
export function verifyServiceSignature(delivery: Delivery): boolean {
  const { body, headers, secrets } = required('verifyServiceSignature', delivery);
  const given = headerOf(headers, 'x-service-signature') ?? '';
  return secrets.some((one) => isEqual(createHmac('sha256', one).update(body).digest('hex'), given));
}

/** @throws TypeError that names what is missing: with an empty secret anybody could sign */
function required(caller: string, delivery: Untyped | null | undefined) {
  const { body, headers, secret } = delivery ?? {};
  const wrong = (why: string): TypeError => new TypeError(`${caller}: ${why}`);
  if (typeof body !== 'string' && !ArrayBuffer.isView(body)) throw wrong('body must be the bytes as they arrived');
  if (typeof headers !== 'object' || headers === null) throw wrong('headers are missing');
  const secrets = typeof secret === 'string' ? [secret] : (secret ?? []);
  const isText = (one: unknown): boolean => typeof one === 'string' && !/^(whsec_)?\s*$/.test(one);
  if (secrets.length === 0 || !secrets.every(isText)) throw wrong('secret is missing or empty');
  return { body, headers, secrets };
}

/** A delivery as a program without types may hand it over. */
type Untyped = { readonly [Name in keyof Delivery]?: Delivery[Name] | null };

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
