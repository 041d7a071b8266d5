import { Audited, hidden } from '../../../common/records/audited';
import { filterOf } from '../domain/filter';
import type { WebhookSubscription } from './webhook-subscription.entity';

/** What the audit log keeps of a subscription; of its secret only that it changed. How deliveries went is in its log. */
export const WEBHOOK_FIELDS = new Audited<WebhookSubscription>(
  {
    name: 'name',
    url: 'url',
    events: 'events',
    filter: filterOf,
    secret: ({ sealedSecret }) => sealedSecret || null,
    is_active: ({ isActive = true }) => isActive,
    disabled_reason: 'disabledReason',
    deleted_at: 'deletedAt',
  },
  { secret: hidden },
);
