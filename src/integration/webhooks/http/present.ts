import { versioned } from '../../../platform/http';
import { filterOf } from '../domain/filter';
import type { SubscriptionRecord } from '../webhooks.queries';
import type {
  WebhookCreatedResponse,
  WebhookResponse,
  WebhookSummaryResponse,
  WebhookUpdatedResponse,
} from './answers';

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

const identity = ({ id, name, url, events, isActive, ...stored }: SubscriptionRecord) => {
  const filter = filterOf(stored);
  return { id, name, url, events, ...(filter && { filter }), is_active: isActive };
};

/** A subscription in a list. */
export function presentSummary(subscription: SubscriptionRecord): WebhookSummaryResponse {
  return {
    ...identity(subscription),
    failure_count: subscription.failureCount,
    last_triggered_at: iso(subscription.lastTriggeredAt),
    created_at: subscription.createdAt.toISOString(),
  };
}

/** One subscription. Its secret is never part of it. */
export function presentSubscription(subscription: SubscriptionRecord): WebhookResponse {
  const answer = {
    ...presentSummary(subscription),
    last_failed_at: iso(subscription.lastFailedAt),
    last_failure_reason: subscription.lastFailureReason,
    disabled_reason: subscription.disabledReason,
    updated_at: subscription.updatedAt.toISOString(),
  };
  return versioned(answer, subscription.version);
}

/** The answer to a create: the only one, with a rotation's, that shows a secret. */
export function presentCreated(subscription: SubscriptionRecord, secret: string): WebhookCreatedResponse {
  const { is_active, ...rest } = identity(subscription);
  const answer = { ...rest, secret, is_active, created_at: subscription.createdAt.toISOString() };
  return versioned(answer, subscription.version);
}

export function presentUpdated(subscription: SubscriptionRecord): WebhookUpdatedResponse {
  const answer = { ...identity(subscription), updated_at: subscription.updatedAt.toISOString() };
  return versioned(answer, subscription.version);
}
