import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { EventName } from '../../../common/events';
import type { TenantId } from '../../../common/records/ids';
import { InstantColumn, RefsColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { RecordField } from '../../../platform/records';
import { Audited, hidden } from '../../../common/records/audited';
import { MAX_URL_LENGTH } from '../domain/addresses';
import { filterOf } from '../domain/filter';

export type DisabledReason = 'TOO_MANY_FAILURES' | 'GONE';

/** Fields of a subscription that clients write, without the events and their filter. */
export class WrittenSubscription {
  @RecordField.text({ max: 100, description: 'Purpose of the subscription.', example: 'ERP' }) name: string;

  @RecordField.url({
    max: MAX_URL_LENGTH,
    description: 'The https URL that deliveries are posted to: a public address, port 443 or above 1023.',
    example: 'https://erp.example.com/hooks/procurement',
  })
  url: string;

  @RecordField.boolean({
    columnDefault: true,
    description:
      'Whether events are delivered. The service sets it to false after too many failed deliveries or a 410 response.',
    request: { description: 'false cancels pending deliveries. true resets the failure counter.' },
  })
  isActive: boolean;
}

/** Fields of a subscription that responses contain. */
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
    description: 'When the last attempt of a delivery ended, UTC; null before the first one.',
  })
  lastTriggeredAt: Date | null;

  @RecordField.instant({ nullable: true, description: 'When an attempt last failed, UTC; null if none has failed.' })
  lastFailedAt: Date | null;

  @RecordField.text({
    nullable: true,
    description:
      'Failure class: HTTP_500, TIMEOUT, NETWORK, BLOCKED_ADDRESS or INTERRUPTED. Never contains an ' + 'address.',
    example: 'HTTP_500',
  })
  lastFailureReason: string | null;

  @RecordField.oneOf({
    values: ['TOO_MANY_FAILURES', 'GONE'],
    nullable: true,
    description: 'Why the service disabled the subscription; null if it did not.',
  })
  disabledReason: DisabledReason | null;

  @RecordField.instant() createdAt: Date;
  @RecordField.instant() updatedAt: Date;
}

/** A receiver of a tenant's events. A removed subscription stays, without its secrets, until its log is deleted. */
@Entity('webhook_subscriptions')
@Check('ck_webhook_subscriptions_disabled_reason', `disabled_reason IN ('TOO_MANY_FAILURES', 'GONE')`)
@Check('ck_webhook_subscriptions_deleted', `deleted_at IS NULL OR NOT is_active`)
@Index('ix_webhook_subscriptions_open', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class WebhookSubscription extends ShownSubscription {
  @TenantColumn() tenantId: TenantId;
  @Column({ type: 'text', array: true }) events: EventName[];

  /** Restricts the events to these departments; null for no restriction. */
  @RefsColumn({ nullable: true, default: null }) filterDepartmentIds: number[] | null;

  /** Restricts the events to these vendors; null for no restriction. */
  @RefsColumn({ nullable: true, default: null }) filterVendorIds: number[] | null;

  /** Encrypted. Empty once the subscription is removed. */
  @Column({ type: 'text' }) sealedSecret: string;

  /** The secret before a rotation. Deliveries are also signed with it until {@link previousSecretUntil}. */
  @Column({ type: 'text', nullable: true }) previousSealedSecret: string | null;

  @InstantColumn({ nullable: true }) previousSecretUntil: Date | null;

  /** When the first of the consecutive failed deliveries failed. */
  @InstantColumn({ nullable: true }) failingSince: Date | null;

  /** An attempt failed or was slow. Attempts use the patient lane until one succeeds quickly. */
  @Column({ type: 'boolean', default: false }) struggling: boolean;

  /** Start of the minute in which {@link testCount} tests were sent. */
  @InstantColumn({ nullable: true }) testWindowAt: Date | null;

  @Column({ type: 'integer', default: 0 }) testCount: number;
  @InstantColumn({ nullable: true }) deletedAt: Date | null;
  @Column({ type: 'integer', default: 1 }) version: number;
}

/** Fields recorded in the audit log. For the secret it records only that it changed. Deliveries have a separate log. */
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
