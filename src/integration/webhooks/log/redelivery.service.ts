import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { invalidField, invalidStatus } from '../../../common/errors';
import { AuditLog, type AuditRecord, lockOne, type Transaction, UnitOfWork } from '../../../platform/database';
import { mayStart, statusAfter } from '../delivery/deliveries.sql';
import { DeliveryTrigger } from '../delivery/delivery-trigger';
import { type DeliveryStatus, nextDeliveryStatus } from '../domain/delivery-lifecycle';
import { MAX_BULK_REDELIVERIES, SUBSCRIPTION_SLOTS } from '../domain/limits';
import { WebhookDelivery } from '../entities/webhook-delivery.entity';
import type { WebhookSubscription } from '../entities/webhook-subscription.entity';
import { WebhooksRepository } from '../webhooks.repository';

/** Selects deliveries by the time of their event and by their status. */
interface RedeliveryPeriod {
  readonly since: Date;
  /** Exclusive. */
  readonly until: Date;
  readonly status: DeliveryStatus;
}

// Many rows in one statement, see docs/decisions/repositories-and-sql.md. Sets the same columns as `one`.
const SEND_MANY_AGAIN = `
  UPDATE webhook_deliveries
     SET status = ${statusAfter('redeliver')}, due_at = $3, round_failures = 0, interruptions = 0, is_redelivery = true, finished_at = NULL
   WHERE tenant_id = $1 AND id IN (
    SELECT d.id FROM webhook_deliveries d
     WHERE d.tenant_id = $1 AND d.subscription_id = $2 AND d.status = $4 AND ${mayStart('redeliver', 'd.status')}
       AND d.created_at >= $5 AND d.created_at < $6
     ORDER BY d.created_at, d.id LIMIT ${MAX_BULK_REDELIVERIES})
  RETURNING id`;

/** Sends ended deliveries again under the same ids, so that the receiver can recognise them. */
@Injectable()
export class RedeliveryService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subscriptions: WebhooksRepository,
    private readonly trigger: DeliveryTrigger,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND; INVALID_STATUS if the delivery is pending or its subscription is disabled */
  async one(actor: Actor, subscriptionId: number, id: number): Promise<void> {
    await this.unitOfWork.run(actor.tenantId, async (tx) => {
      await this.lockOpen(tx, subscriptionId);
      const { status } = await lockOne(tx, WebhookDelivery, { subscriptionId, id });
      const round = {
        dueAt: this.clock.now(),
        roundFailures: 0,
        interruptions: 0,
        isRedelivery: true,
        finishedAt: null,
      };
      await tx
        .repository(WebhookDelivery)
        .update({ tenantId: tx.tenantId, id }, { ...round, status: nextDeliveryStatus(status, 'redeliver') });
      await this.audit.record(tx, actor, redelivered(subscriptionId, { delivery_id: id }));
      this.offer(tx, subscriptionId, [id]);
    });
  }

  /**
   * Sends up to 10,000 deliveries again, oldest first, and returns their number. `until` defaults to now.
   * @throws DomainError VALIDATION_ERROR on `until` for an empty period; NOT_FOUND; INVALID_STATUS if disabled
   */
  async many(
    actor: Actor,
    subscriptionId: number,
    period: Omit<RedeliveryPeriod, 'until'> & Partial<Pick<RedeliveryPeriod, 'until'>>,
  ): Promise<number> {
    const now = this.clock.now();
    const { since, until = now, status } = period;
    if (until <= since) throw invalidField('until', 'webhooks.redelivery_period');
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      await this.lockOpen(tx, subscriptionId);
      const values = [tx.tenantId, subscriptionId, now, status, since, until];
      const ids = (await tx.query<{ id: number }>(SEND_MANY_AGAIN, values)).map(({ id }) => id);
      await this.audit.record(tx, actor, redelivered(subscriptionId, { since, until, status, count: ids.length }));
      // Only as many as there are slots. Each that ends triggers the next.
      this.offer(tx, subscriptionId, ids.slice(0, SUBSCRIPTION_SLOTS));
      return ids.length;
    });
  }

  private async lockOpen(tx: Transaction, subscriptionId: number): Promise<WebhookSubscription> {
    const subscription = await this.subscriptions.lock(tx, subscriptionId);
    if (!subscription.isActive) throw invalidStatus('inactive', 'redeliver', ['active']);
    return subscription;
  }

  private offer(tx: Transaction, subscriptionId: number, ids: readonly number[]): void {
    const { tenantId } = tx;
    const offers = ids.map((deliveryId) => ({
      ref: { tenantId, subscriptionId, deliveryId },
      lane: 'patient' as const,
    }));
    tx.afterCommit(async () => {
      await this.trigger.offer(offers);
    });
  }
}

const redelivered = (entityId: number, details: Readonly<Record<string, unknown>>): AuditRecord => ({
  action: 'redelivered',
  entityType: 'webhook',
  entityId,
  details,
});
