import { Out } from '../../../platform/http';

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

/** What the subscriber chose. */
class SubscriptionResponse {
  @Out.id() id: number;
  @Out.text({ example: 'ERP' }) name: string;
  @Out.url({ example: 'https://erp.example.com/hooks/procurement' }) url: string;
  @Out.texts({ example: ['purchase_order.approved'] }) events: readonly string[];

  @Out.object(() => WebhookFilterResponse, {
    optional: true,
    description: 'Which of these events it is sent. Left out where it has no filter: it is sent all of them.',
  })
  filter?: WebhookFilterResponse;
}

export class WebhookSummaryResponse extends SubscriptionResponse {
  @Out.boolean() is_active: boolean;
  @Out.integer({ description: 'Consecutive failed deliveries.', example: 0 }) failure_count: number;
  @Out.timestamp({ nullable: true }) last_triggered_at: string | null;
  @Out.timestamp() created_at: string;
}

export class WebhookResponse extends WebhookSummaryResponse {
  @Out.timestamp({ nullable: true }) last_failed_at: string | null;

  @Out.text({
    nullable: true,
    description: 'A class: HTTP_500, TIMEOUT, NETWORK, BLOCKED_ADDRESS, INTERRUPTED. Never an address.',
    example: 'HTTP_500',
  })
  last_failure_reason: string | null;

  @Out.oneOf(['TOO_MANY_FAILURES', 'GONE'], {
    nullable: true,
    description: 'Why the service itself disabled the subscription; null when it did not.',
  })
  disabled_reason: string | null;

  @Out.timestamp() updated_at: string;
}

export class WebhookCreatedResponse extends SubscriptionResponse {
  @Out.text({ description: 'Shown this once.', example: 'whsec_ followed by 44 characters' }) secret: string;
  @Out.boolean() is_active: boolean;
  @Out.timestamp() created_at: string;
}

export class WebhookUpdatedResponse extends SubscriptionResponse {
  @Out.boolean() is_active: boolean;
  @Out.timestamp() updated_at: string;
}

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
