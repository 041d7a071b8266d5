import { EVENT_NAMES, type EventName } from '../../../src/common/events';
import { DEFAULT_RETRY_DELAYS } from '../../../src/platform/config';
import { dataSchema, exampleBody } from '../../../src/integration/webhooks/http/documentation/event-bodies';
import { EVENTS } from '../../../src/integration/webhooks/http/documentation/events';
import { retrySchedule } from '../../../src/integration/webhooks/http/documentation/retry-schedule';
import type { JsonObject } from './schema';

const header = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

const HEADERS: readonly JsonObject[] = [
  header('X-Service-Signature', 'Lowercase hex HMAC-SHA256 of the raw body, keyed by the secret as displayed.', {
    type: 'string',
    pattern: '^[0-9a-f]{64}$',
  }),
  header('X-Service-Delivery', 'The delivery’s id, the same for every attempt and redelivery.', { type: 'string' }),
  header('X-Service-Attempt', 'The number of the attempt, from 1.', { type: 'integer', minimum: 1 }),
  header('webhook-id', 'Standard Webhooks: the body’s id.', { type: 'string', format: 'uuid' }),
  header('webhook-timestamp', 'Standard Webhooks: Unix seconds of this attempt.', { type: 'integer' }),
  header(
    'webhook-signature',
    'Standard Webhooks: `v1,` and a base64 HMAC-SHA256 of `id.timestamp.body`, keyed by the secret’s ' +
      'bytes. While a secret rotates there are two, separated by a space.',
    { type: 'string' },
  ),
];

/** `purchase_order.created` becomes the schema `PurchaseOrderCreatedEvent`. */
export function schemaName(event: EventName): string {
  const words = event.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** The schema of an event's body. */
export function bodySchema(event: EventName): JsonObject {
  const example = exampleBody(event);
  const text = (name: string, schema: JsonObject): JsonObject => ({
    type: 'string',
    ...schema,
    examples: [example[name] as string],
  });
  const properties = {
    id: text('id', { format: 'uuid', description: 'The same for every attempt. De-duplicate by it.' }),
    event: text('event', { enum: [event], description: 'The event’s name.' }),
    created_at: text('created_at', { format: 'date-time', description: 'When the event happened, UTC.' }),
    tenant_id: text('tenant_id', { format: 'uuid', description: 'The tenant of the record.' }),
    data: dataSchema(event),
  };
  return { type: 'object', description: EVENTS[event].summary, required: Object.keys(properties), properties };
}

function delivery(event: EventName, schedule: string): JsonObject {
  const xServiceEvent = header('X-Service-Event', 'The body’s event.', { type: 'string', enum: [event] });
  return {
    post: {
      operationId: `events.${event.replace(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
      summary: EVENTS[event].summary,
      description:
        'Sent to every active subscription to it. At least once: de-duplicate by the body’s id. A delivery ' +
        `without a 2xx response within 10 seconds is ${schedule}.`,
      tags: ['Webhooks'],
      security: [],
      parameters: [xServiceEvent, ...HEADERS],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${schemaName(event)}` },
            example: exampleBody(event),
          },
        },
      },
      responses: {
        '2XX': { description: 'Received, regardless of the body.' },
        '410': { description: 'Gone: the subscription is disabled.' },
        '4XX': { description: `Not received, like every other response: ${schedule}.` },
      },
    },
  };
}

/** The `webhooks` section, one entry per event, and its schemas. The text states the default retries. */
export function webhookDocument(): { readonly [part in 'webhooks' | 'schemas']: JsonObject } {
  const schedule = retrySchedule(DEFAULT_RETRY_DELAYS);
  return {
    webhooks: Object.fromEntries(EVENT_NAMES.map((event) => [event, delivery(event, schedule)])),
    schemas: Object.fromEntries(EVENT_NAMES.map((event) => [schemaName(event), bodySchema(event)])),
  };
}
