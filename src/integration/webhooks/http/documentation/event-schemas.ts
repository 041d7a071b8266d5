import type { EventName } from '../../../../common/events';
import type { JsonObject } from '../../../../platform/http';
import { EVENT_EXAMPLES } from './event-examples';
import { EVENT_FIELDS } from './event-fields';
import { EVENT_SUMMARIES } from './event-summaries';

/** `purchase_order.created` is `PurchaseOrderCreatedEvent` among the schemas. */
export function schemaName(event: EventName): string {
  const words = event.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** The schema of an event's `data`; each field with the value that the event's example has. */
export function dataSchema(event: EventName): JsonObject {
  const examples = EVENT_EXAMPLES[event] as unknown as JsonObject;
  const properties = Object.fromEntries(
    Object.entries<JsonObject>(EVENT_FIELDS[event]).map(([name, schema]) => [
      name,
      { ...schema, examples: [examples[name]] },
    ]),
  ) as JsonObject;
  const description = 'The record as the change left it, and the time and reason of the change. Fields may be added.';
  return { type: 'object', description, required: Object.keys(properties), properties };
}

/** The schema of the whole body of an event. */
export function bodySchema(event: EventName): JsonObject {
  return {
    type: 'object',
    description: EVENT_SUMMARIES[event],
    required: ['id', 'event', 'created_at', 'tenant_id', 'data'],
    properties: {
      id: {
        ...{ type: 'string', format: 'uuid', description: 'The same on every attempt: de-duplicate by it.' },
        examples: ['4f0c9d0e-6a53-4a52-9d8e-2f1f5e7c1a10'],
      },
      event: { type: 'string', enum: [event], description: 'The event’s name.', examples: [event] },
      created_at: {
        ...{ type: 'string', format: 'date-time', description: 'When it happened, UTC.' },
        examples: ['2026-11-21T11:05:12.500Z'],
      },
      tenant_id: {
        ...{ type: 'string', format: 'uuid', description: 'The tenant in which it happened.' },
        examples: ['8d7f3b1c-52a4-4d0e-9a3b-6c1e2f4a5b60'],
      },
      data: dataSchema(event),
    },
  };
}
