import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Webhooks } from './generated/form-a/types.gen.js';

/** The body of a delivery, distinguished by `event`. New events may be added: ignore unknown ones. */
export type WebhookEvent = Webhooks['body'];

/** Headers as in Node's `request.headers`, or of the Fetch API. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Delivery {
  /** The raw bytes of the body: serialized JSON differs from the signed text. */
  readonly body: Uint8Array | string;
  readonly headers: WebhookHeaders;
  /** `whsec_...` as displayed; both secrets during a rotation. */
  readonly secret: string | readonly string[];
  /** Maximum difference between the delivery's time and now, in seconds. Default 300. */
  readonly tolerance?: number;
  /** Unix seconds; for tests. */
  readonly now?: number;
}

/** The delivery was not sent by the service, or is too old: respond 400 and ignore it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Verifies `webhook-signature`, which also covers the time, and parses the body. Deliveries may be repeated: save `id`
 * and ignore duplicates.
 * @throws WebhookVerificationError
 * @throws TypeError if body, headers or secret are missing
 */
export function readWebhook(delivery: Delivery): WebhookEvent {
  if (!verifyWebhook(delivery)) throw new WebhookVerificationError('The signature or the time does not fit');
  return JSON.parse(Buffer.from(delivery.body).toString('utf8')) as WebhookEvent;
}

/**
 * Whether `webhook-signature` matches the body, its id and a current time.
 * @throws TypeError if body, headers or secret are missing
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
 * Whether `X-Service-Signature` matches the body. It does not cover the time, so a replayed delivery passes: prefer
 * {@link readWebhook}.
 * @throws TypeError if body, headers or secret are missing
 */
export function verifyServiceSignature(delivery: Delivery): boolean {
  const { body, headers, secrets } = required('verifyServiceSignature', delivery);
  const given = headerOf(headers, 'x-service-signature') ?? '';
  return secrets.some((one) => isEqual(createHmac('sha256', one).update(body).digest('hex'), given));
}

/** @throws TypeError with the missing value: anyone could sign with an empty secret */
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

/** A delivery from a program without types. */
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
