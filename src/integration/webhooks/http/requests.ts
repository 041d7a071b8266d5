import type { Message } from '../../../common/errors';
import { EVENT_NAMES, type EventName } from '../../../common/events';
import { Field, ListQuery, Rules } from '../../../platform/http';
import { RequestOf } from '../../../platform/records';
import { readEventName } from '../domain/event-names';
import { WrittenSubscription } from '../entities/webhook-subscription.entity';
import type { SubscriptionFilter } from '../webhooks.queries';

const MAX_FILTER_IDS = 100;
const EVENT_LIST = EVENT_NAMES.join(', ');

/** Rejects unknown event names. For an older name the error contains the current one. */
function eventNames(value: unknown): Message | undefined {
  const names = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  for (const name of names) {
    const reading = readEventName(name);
    switch (reading.kind) {
      case 'event':
        break;
      case 'renamed':
        return { key: 'webhooks.event_renamed', params: { name, value: reading.to } };
      case 'dropped':
        return { key: 'webhooks.event_dropped', params: { name, values: EVENT_LIST } };
      case 'unknown':
        return { key: 'webhooks.event_unknown', params: { name: name.slice(0, 100), values: EVENT_LIST } };
    }
  }
  return new Set(names).size < names.length ? { key: 'validation.array_unique' } : undefined;
}

const neverSupplied = (value: unknown): Message | undefined =>
  value === undefined ? undefined : { key: 'webhooks.secret_generated' };

const eventsOptions = {
  min: 1,
  max: EVENT_NAMES.length,
  description: `At least one of: ${EVENT_LIST}.`,
  example: ['purchase_order.approved', 'invoice.paid'],
};

const idsOptions = { optional: true, nullable: true, min: 1, max: MAX_FILTER_IDS } as const;

/** Restricts the events of a subscription. All given conditions must match. */
export class WebhookFilterDto {
  @Field.ids({
    ...idsOptions,
    description: 'Only events of these departments, by id. Events without a department are not sent then.',
    example: [2],
  })
  department_ids?: number[] | null;

  @Field.ids({
    ...idsOptions,
    description: 'Only events of these vendors, by id. Events without a vendor are not sent then.',
    example: [1, 2],
  })
  vendor_ids?: number[] | null;
}

const filterOptions = { optional: true, nullable: true } as const;

export class CreateWebhookDto extends RequestOf(WrittenSubscription, {
  required: ['name', 'url'],
  omit: ['isActive'],
}) {
  @Field.texts(eventsOptions)
  @Rules(eventNames)
  events: EventName[];

  @Field.object(() => WebhookFilterDto, {
    ...filterOptions,
    description:
      'Restricts the events to some departments or vendors. Left out or null: all events in the list are ' + 'sent.',
  })
  filter?: WebhookFilterDto | null;

  /** Declared only to reject it with a reason. */
  @Rules(neverSupplied) secret?: undefined;
}

export class UpdateWebhookDto extends RequestOf(WrittenSubscription) {
  @Field.texts({ ...eventsOptions, optional: true, description: 'Replaces the list.' })
  @Rules(eventNames)
  events?: EventName[];

  @Field.object(() => WebhookFilterDto, { ...filterOptions, description: 'Replaces the filter; null removes it.' })
  filter?: WebhookFilterDto | null;

  @Rules(neverSupplied) secret?: undefined;
}

export class WebhookListQuery extends ListQuery({
  sortable: ['created_at', 'updated_at', 'name'],
  search: 'the name and the URL',
  defaultPerPage: 100,
  updated: true,
}) {
  toFilter(): SubscriptionFilter {
    return { updated: this.updated(), search: this.search };
  }
}
