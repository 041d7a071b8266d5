import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { EventName } from '../../../common/events';
import type { TenantId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefsColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { Audited, hidden } from '../../../common/records/audited';
import { filterOf } from '../domain/filter';

/** Why the service itself stopped calling a subscription. */
export type DisabledReason = 'TOO_MANY_FAILURES' | 'GONE';

/** Where a tenant's events are delivered. A removed subscription stays, without its secrets, while its log is kept. */
@Entity('webhook_subscriptions')
@Check('ck_webhook_subscriptions_disabled_reason', `disabled_reason IN ('TOO_MANY_FAILURES', 'GONE')`)
@Check('ck_webhook_subscriptions_deleted', `deleted_at IS NULL OR NOT is_active`)
@Index('ix_webhook_subscriptions_open', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class WebhookSubscription {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) url: string;
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
  @Column({ type: 'boolean', default: true }) isActive: boolean;
  @Column({ type: 'text', nullable: true }) disabledReason: DisabledReason | null;

  /** Consecutive failed deliveries. */
  @Column({ type: 'integer', default: 0 }) failureCount: number;

  /** When the first of them failed. */
  @InstantColumn({ nullable: true }) failingSince: Date | null;

  /** The latest attempt failed or was slow: attempts go through the patient lane until one succeeds quickly. */
  @Column({ type: 'boolean', default: false }) struggling: boolean;

  @InstantColumn({ nullable: true }) lastTriggeredAt: Date | null;
  @InstantColumn({ nullable: true }) lastFailedAt: Date | null;
  @Column({ type: 'text', nullable: true }) lastFailureReason: string | null;

  /** Start of the minute in which {@link testCount} tests were sent. */
  @InstantColumn({ nullable: true }) testWindowAt: Date | null;

  @Column({ type: 'integer', default: 0 }) testCount: number;
  @InstantColumn() createdAt: Date;
  @InstantColumn() updatedAt: Date;
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
