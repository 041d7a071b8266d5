import type { EventName } from '../../../../common/events';
import type { JsonObject } from '../../../../common/json';
import { EVENTS } from './events';

/** The example body of an event. */
export function exampleBody(event: EventName): JsonObject {
  return {
    id: '4f0c9d0e-6a53-4a52-9d8e-2f1f5e7c1a10',
    event,
    created_at: '2026-11-21T11:05:12.500Z',
    tenant_id: '8d7f3b1c-52a4-4d0e-9a3b-6c1e2f4a5b60',
    data: EVENTS[event].example,
  };
}

export function dataSchema(event: EventName): JsonObject {
  const properties = { ...EVENTS[event].fields };
  const description = 'The record after the change, and the time and reason of the change. Fields may be added.';
  return { type: 'object', description, required: Object.keys(properties), properties };
}
