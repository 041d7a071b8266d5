import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import type { DeliveryStatus } from '../domain/delivery-lifecycle';

/**
 * One event on its way to one subscription. PostgreSQL owns the schedule: once a pending delivery is due, the worker that
 * takes its lease attempts it. When that worker dies the lease ends without a result, and the delivery is due again.
 */
@Entity('webhook_deliveries')
@Check('ck_webhook_deliveries_status', `status IN ('pending', 'succeeded', 'failed', 'cancelled')`)
@Check('ck_webhook_deliveries_due', `(status = 'pending') = (due_at IS NOT NULL)`)
@Check('ck_webhook_deliveries_lease', `lease_token IS NULL OR status = 'pending'`)
@Index('ix_webhook_deliveries_pending', { synchronize: false })
@Index('ix_webhook_deliveries_leased', { synchronize: false })
@Index('ix_webhook_deliveries_log', { synchronize: false })
@Index('ix_webhook_deliveries_event', { synchronize: false })
@Index('ix_webhook_deliveries_request', { synchronize: false })
@Index('ix_webhook_deliveries_created', { synchronize: false })
@ForeignKey('WebhookSubscription', ['tenantId', 'subscriptionId'], ['tenantId', 'id'])
@ForeignKey('EventRecord', ['tenantId', 'eventId'], ['tenantId', 'id'])
export class WebhookDelivery {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() subscriptionId: number;

  /** The row of the event, whose text is the body. */
  @RefColumn() eventId: number;

  /** The request that caused the event; null for what no request did. */
  @Column({ type: 'text', nullable: true }) requestId: string | null;

  /** The trace of what caused the event, as W3C Trace Context writes it; null where nothing was traced. */
  @Column({ type: 'text', nullable: true }) traceparent: string | null;

  @Column({ type: 'text' }) status: DeliveryStatus;

  /** Attempts in all: what `X-Service-Attempt` counts. */
  @Column({ type: 'integer', default: 0 }) attempts: number;

  /** Failed attempts since it was first sent or last redelivered: its position in the retry schedule. */
  @Column({ type: 'integer', default: 0 }) roundFailures: number;

  /** Attempts of this round whose worker died before it recorded a result. */
  @Column({ type: 'integer', default: 0 }) interruptions: number;

  /** Requested by a user; its failure does not count against the subscription. */
  @Column({ type: 'boolean', default: false }) isRedelivery: boolean;

  /** When it may be attempted; while it is leased, when the lease ends. */
  @InstantColumn({ nullable: true }) dueAt: Date | null;

  /** Set while a worker attempts it: only the result recorded under this token counts. */
  @Column({ type: 'uuid', nullable: true }) leaseToken: string | null;

  @InstantColumn() createdAt: Date;
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
}
