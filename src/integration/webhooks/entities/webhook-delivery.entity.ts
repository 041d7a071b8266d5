import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import type { DeliveryStatus } from '../domain/delivery-lifecycle';

/**
 * Delivery of one event to one subscription. PostgreSQL owns the schedule: the worker that leases a due delivery
 * attempts it. If that worker dies, the lease expires without a result, and the delivery is due again.
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

  /** Row id of the event, whose text is the body. */
  @RefColumn() eventId: number;

  /** The request that caused the event; null if no request did. */
  @Column({ type: 'text', nullable: true }) requestId: string | null;

  /** The trace of the event's cause in W3C Trace Context format; null if it was not traced. */
  @Column({ type: 'text', nullable: true }) traceparent: string | null;

  @Column({ type: 'text' }) status: DeliveryStatus;

  /** Total number of attempts: `X-Service-Attempt`. */
  @Column({ type: 'integer', default: 0 }) attempts: number;

  /** Failed attempts since the delivery was first sent or last redelivered: the position in the retry schedule. */
  @Column({ type: 'integer', default: 0 }) roundFailures: number;

  /** Attempts of this round whose worker died before it recorded a result. */
  @Column({ type: 'integer', default: 0 }) interruptions: number;

  /** A user requested it. Its failure does not count against the subscription. */
  @Column({ type: 'boolean', default: false }) isRedelivery: boolean;

  /** When the next attempt is due. While leased: when the lease ends. */
  @InstantColumn({ nullable: true }) dueAt: Date | null;

  /** Set while a worker attempts the delivery. Only a result recorded with this token counts. */
  @Column({ type: 'uuid', nullable: true }) leaseToken: string | null;

  @InstantColumn() createdAt: Date;
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
}
