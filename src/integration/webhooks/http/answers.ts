import { both, Out, versioned } from '../../../platform/http';
import { ResponseOf } from '../../../platform/records';
import { filterOf } from '../domain/filter';
import { ShownSubscription } from '../entities/webhook-subscription.entity';
import type { SubscriptionRecord } from '../webhooks.queries';

/** Which events of those that it asks for a subscription is sent. */
export class WebhookFilterResponse {
  @Out.integers({
    nullable: true,
    description: 'Only events about one of these departments, by id; null for events about whatever.',
    example: [2],
  })
  department_ids: readonly number[] | null;

  @Out.integers({
    nullable: true,
    description: 'Only events about one of these vendors, by id; null for events about whatever.',
    example: [1, 2],
  })
  vendor_ids: readonly number[] | null;
}

/** What every response shows of a subscription beside its fields. */
class ChosenResponse {
  @Out.texts({ example: ['purchase_order.approved'] }) events: readonly string[];

  @Out.object(() => WebhookFilterResponse, {
    optional: true,
    description: 'Which of these events it is sent. Left out where it has no filter: it is sent all of them.',
  })
  filter?: WebhookFilterResponse;
}

const Whole = ResponseOf(ShownSubscription);
const Summary = ResponseOf(ShownSubscription, {
  omit: ['lastFailedAt', 'lastFailureReason', 'disabledReason', 'updatedAt'],
});
const Created = ResponseOf(ShownSubscription, { only: ['id', 'name', 'url', 'isActive', 'createdAt'] });
const Updated = ResponseOf(ShownSubscription, { only: ['id', 'name', 'url', 'isActive', 'updatedAt'] });

export class WebhookSummaryResponse extends both(Summary, ChosenResponse) {}

export class WebhookResponse extends both(Whole, ChosenResponse) {}

export class WebhookCreatedResponse extends both(Created, ChosenResponse) {
  @Out.text({ description: 'Shown this once.', example: 'whsec_ followed by 44 characters' }) secret: string;
}

export class WebhookUpdatedResponse extends both(Updated, ChosenResponse) {}

export class WebhookSecretResponse {
  @Out.id() id: number;
  @Out.text({ description: 'Shown this once.', example: 'whsec_ followed by 44 characters' }) secret: string;
  @Out.timestamp({ description: 'Until then webhook-signature carries the previous secret’s signature too.' })
  previous_secret_valid_until: string;
}

export class WebhookTestResponse {
  @Out.integer({ example: 200 }) status_code: number;
  @Out.text({ description: 'The beginning of the receiver’s answer, at most 4 KiB.', example: 'ok' }) response: string;
}

function chosen({ events, ...stored }: SubscriptionRecord): ChosenResponse {
  const filter = filterOf(stored);
  return { events, ...(filter && { filter }) };
}

/** A subscription in a list. */
export function toWebhookSummaryResponse(subscription: SubscriptionRecord): WebhookSummaryResponse {
  return { ...Summary.from(subscription), ...chosen(subscription) };
}

/** One subscription. Its secret is never part of it. */
export function toWebhookResponse(subscription: SubscriptionRecord): WebhookResponse {
  return versioned({ ...Whole.from(subscription), ...chosen(subscription) }, subscription.version);
}

/** The response to a create: the only one, with a rotation's, that shows a secret. */
export function toWebhookCreatedResponse(subscription: SubscriptionRecord, secret: string): WebhookCreatedResponse {
  return versioned({ ...Created.from(subscription), ...chosen(subscription), secret }, subscription.version);
}

export function toWebhookUpdatedResponse(subscription: SubscriptionRecord): WebhookUpdatedResponse {
  return versioned({ ...Updated.from(subscription), ...chosen(subscription) }, subscription.version);
}
