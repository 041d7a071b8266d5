import { both, Out, versioned } from '../../../platform/http';
import { ResponseOf } from '../../../platform/records';
import { filterOf } from '../domain/filter';
import { ShownSubscription } from '../entities/webhook-subscription.entity';
import type { SubscriptionRecord } from '../webhooks.queries';

export class WebhookFilterResponse {
  @Out.integers({
    nullable: true,
    description: 'Only events of these departments, by id; null for events of any department.',
    example: [2],
  })
  department_ids: readonly number[] | null;

  @Out.integers({
    nullable: true,
    description: 'Only events of these vendors, by id; null for events of any vendor.',
    example: [1, 2],
  })
  vendor_ids: readonly number[] | null;
}

/** Fields that every response shows in addition to those of the record. */
class ChosenResponse {
  @Out.texts({ example: ['purchase_order.approved'] }) events: readonly string[];

  @Out.object(() => WebhookFilterResponse, {
    optional: true,
    description: 'Restricts the events to some departments or vendors. Left out without a filter: all events are sent.',
  })
  filter?: WebhookFilterResponse;
}

const Full = ResponseOf(ShownSubscription);
const Summary = ResponseOf(ShownSubscription, {
  omit: ['lastFailedAt', 'lastFailureReason', 'disabledReason', 'updatedAt'],
});
const Created = ResponseOf(ShownSubscription, { only: ['id', 'name', 'url', 'isActive', 'createdAt'] });
const Updated = ResponseOf(ShownSubscription, { only: ['id', 'name', 'url', 'isActive', 'updatedAt'] });

export class WebhookSummaryResponse extends both(Summary, ChosenResponse) {}

export class WebhookResponse extends both(Full, ChosenResponse) {}

export class WebhookCreatedResponse extends both(Created, ChosenResponse) {
  @Out.text({ description: 'Shown only in this response.', example: 'whsec_ followed by 44 characters' })
  secret: string;
}

export class WebhookUpdatedResponse extends both(Updated, ChosenResponse) {}

export class WebhookSecretResponse {
  @Out.id() id: number;
  @Out.text({ description: 'Shown only in this response.', example: 'whsec_ followed by 44 characters' })
  secret: string;
  @Out.timestamp({
    description: 'Until this time, webhook-signature also contains the signature of the previous secret.',
  })
  previous_secret_valid_until: string;
}

export class WebhookTestResponse {
  @Out.integer({ example: 200 }) status_code: number;
  @Out.text({ description: 'The beginning of the receiver’s response, at most 4 KiB.', example: 'ok' })
  response: string;
}

function chosen({ events, ...stored }: SubscriptionRecord): ChosenResponse {
  const filter = filterOf(stored);
  return { events, ...(filter && { filter }) };
}

export function toWebhookSummaryResponse(subscription: SubscriptionRecord): WebhookSummaryResponse {
  return { ...Summary.from(subscription), ...chosen(subscription) };
}

/** Never contains the secret. */
export function toWebhookResponse(subscription: SubscriptionRecord): WebhookResponse {
  return versioned({ ...Full.from(subscription), ...chosen(subscription) }, subscription.version);
}

/** Contains the secret. Only this response and that of a rotation do. */
export function toWebhookCreatedResponse(subscription: SubscriptionRecord, secret: string): WebhookCreatedResponse {
  return versioned({ ...Created.from(subscription), ...chosen(subscription), secret }, subscription.version);
}

export function toWebhookUpdatedResponse(subscription: SubscriptionRecord): WebhookUpdatedResponse {
  return versioned({ ...Updated.from(subscription), ...chosen(subscription) }, subscription.version);
}
