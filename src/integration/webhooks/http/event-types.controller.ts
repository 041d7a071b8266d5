import { Get } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { EventName } from '../../../common/events';
import type { JsonObject } from '../../../common/json';
import type { Page } from '../../../common/lists/page';
import { AnswersPage, BothForms, CurrentActor, ListQuery, Out, Query, Requires } from '../../../platform/http';
import { EVENTS } from './documentation/events';
import { dataSchema, exampleBody } from './documentation/event-bodies';
import { pageOfEvents } from './page-of-events';

/** An event that can be subscribed to. */
export class EventTypeResponse {
  @Out.text({
    description: 'The name to subscribe with; also `event` in the body.',
    example: 'purchase_order.approved',
  })
  name: EventName;

  @Out.text({ description: 'What causes the event.', example: EVENTS['purchase_order.approved'].summary })
  description: string;

  @Out.map({
    description: 'The JSON Schema (2020-12) of `data`, with a description and an example of each field.',
    example: {
      type: 'object',
      required: ['purchase_order_id'],
      properties: { purchase_order_id: { type: 'integer' } },
    },
  })
  data_schema: JsonObject;

  @Out.map({
    description: 'A complete body as a receiver gets it, with data of the demo tenant.',
    example: { event: 'purchase_order.approved', data: EVENTS['purchase_order.approved'].example },
  })
  example_body: JsonObject;
}

export class EventTypeListQuery extends ListQuery({
  sortable: ['name'],
  defaultOrder: 'asc',
  defaultPerPage: 100,
  search: 'the name and the description',
}) {}

/** The available events, from the same source as the `webhooks` of the OpenAPI documents. */
@BothForms('webhooks/event-types', 'Webhooks')
export class EventTypesController {
  @Get()
  @Requires('read')
  @AnswersPage(EventTypeResponse, {
    summary: 'List events that can be subscribed to',
    description: 'Each with the schema of its data and an example. New events may be added at any time.',
  })
  list(@CurrentActor() actor: Actor, @Query() query: EventTypeListQuery): Page<EventTypeResponse> {
    return pageOfEvents(actor.tenantId, query.search, query.toPageRequest()).map(eventType);
  }
}

function eventType(name: EventName): EventTypeResponse {
  return { name, description: EVENTS[name].summary, data_schema: dataSchema(name), example_body: exampleBody(name) };
}
