import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { EventName } from '../../../common/events';
import type { TenantId } from '../../../common/records/ids';
import { InstantColumn, RefsColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { RecordField } from '../../../platform/records';
import { Audited, hidden } from '../../../common/records/audited';
import { MAX_URL_LENGTH } from '../domain/addresses';
import { filterOf } from '../domain/filter';

/** Why the service itself stopped calling a subscription. */
export type DisabledReason = 'TOO_MANY_FAILURES' | 'GONE';

/** What clients write of a subscription, beside its events and their filter. */
export class WrittenSubscription {
  @RecordField.text({ max: 100, description: 'What the subscription is for.', example: 'ERP' }) name: string;

  @RecordField.url({
    max: MAX_URL_LENGTH,
    description: 'Where deliveries are posted: an https URL with a public address, port 443, or one above 1023.',
    example: 'https://erp.example.com/hooks/procurement',
  })
  url: string;

  @RecordField.boolean({
    columnDefault: true,
    request: { description: 'false cancels what waits to be delivered. true clears the failure counter.' },
  })
  isActive: boolean;
}

/** What responses show of it. */
export class ShownSubscription extends WrittenSubscription {
  @RecordField.id() id: number;

  @RecordField.integer({
    min: 0,
    max: 2 ** 31 - 1,
    columnDefault: 0,
    description: 'Consecutive failed deliveries.',
    example: 0,
  })
  failureCount: number;

  @RecordField.instant({
    nullable: true,
    description: 'When a delivery was last received, UTC; null where none was.',
  })
  lastTriggeredAt: Date | null;

  @RecordField.instant({ nullable: true, description: 'When a delivery last failed, UTC; null where none has.' })
  lastFailedAt: Date | null;

  @RecordField.text({
    nullable: true,
    description: 'A class: HTTP_500, TIMEOUT, NETWORK, BLOCKED_ADDRESS, INTERRUPTED. Never an address.',
    example: 'HTTP_500',
  })
  lastFailureReason: string | null;

  @RecordField.oneOf({
    values: ['TOO_MANY_FAILURES', 'GONE'],
    nullable: true,
    description: 'Why the service itself disabled the subscription; null when it did not.',
  })
  disabledReason: DisabledReason | null;

  @RecordField.instant() createdAt: Date;
  @RecordField.instant() updatedAt: Date;
}

/** Where a tenant's events are delivered. A removed subscription stays, without its secrets, while its log is kept. */
@Entity('webhook_subscriptions')
@Check('ck_webhook_subscriptions_disabled_reason', `disabled_reason IN ('TOO_MANY_FAILURES', 'GONE')`)
@Check('ck_webhook_subscriptions_deleted', `deleted_at IS NULL OR NOT is_active`)
@Index('ix_webhook_subscriptions_open', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class WebhookSubscription extends ShownSubscription {
  @TenantColumn() tenantId: TenantId;
  @Column({ type: 'text', array: true }) events: EventName[];

  /** Only events about one of these departments; null for events about whatever. */
  @RefsColumn({ nullable: true, default: null }) filterDepartmentIds: number[] | null;

  /** Only events about one of these vendors; null for events about whatever. */
  @RefsColumn({ nullable: true, default: null }) filterVendorIds: number[] | null;

  /** Sealed by the secret box. Empty once the subscription is removed. */
  @Column({ type: 'text' }) sealedSecret: string;

  /** The secret before a rotation: signatures under it are still sent until {@link previousSecretUntil}. */
  @Column({ type: 'text', nullable: true }) previousSealedSecret: string | null;

  @InstantColumn({ nullable: true }) previousSecretUntil: Date | null;

  /** When the first of the consecutive deliveries that failed did. */
  @InstantColumn({ nullable: true }) failingSince: Date | null;

  /** The latest attempt failed or was slow: attempts go through the patient lane until one succeeds quickly. */
  @Column({ type: 'boolean', default: false }) struggling: boolean;

  /** Start of the minute in which {@link testCount} tests were sent. */
  @InstantColumn({ nullable: true }) testWindowAt: Date | null;

  @Column({ type: 'integer', default: 0 }) testCount: number;
  @InstantColumn({ nullable: true }) deletedAt: Date | null;
  @Column({ type: 'integer', default: 1 }) version: number;
}

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
