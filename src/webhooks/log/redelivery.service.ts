import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import { invalidField, invalidStatus, notFound } from '../../common/errors';
import { AuditLog, UnitOfWork, type Transaction } from '../../database';
import { MAX_BULK_REDELIVERIES, SUBSCRIPTION_SLOTS } from '../domain/limits';
import { REDELIVERABLE, type DeliveryStatus } from '../domain/settlement';
import type { WebhookSubscription } from '../entities/webhook-subscription.entity';
import { DeliveryTrigger } from '../delivery/delivery-trigger';
import { SubscriptionsRepository } from '../webhooks.repository';

/** Which deliveries to send again: by when their event happened, and how they ended. */
export interface RedeliveryPeriod {
  readonly since: Date;
  /** Exclusive; now, when left out. */
  readonly until?: Date;
  readonly status: DeliveryStatus;
}

// Starts a new round of attempts under the same delivery id and with the same bytes.
const AGAIN = `status = 'pending', due_at = $3, round_failures = 0, interruptions = 0, is_redelivery = true, finished_at = NULL`;

const ONE_AGAIN = `UPDATE webhook_deliveries SET ${AGAIN} WHERE tenant_id = $1 AND subscription_id = $2 AND id = $4`;

const MANY_AGAIN = `
  UPDATE webhook_deliveries SET ${AGAIN} WHERE tenant_id = $1 AND id IN (
    SELECT d.id FROM webhook_deliveries d
     WHERE d.tenant_id = $1 AND d.subscription_id = $2 AND d.status = $4 AND d.created_at >= $5 AND d.created_at < $6
     ORDER BY d.created_at, d.id LIMIT $7)
  RETURNING id`;

/** Sends again what has been sent, or given up. The receiver sees the same ids and may tell by them. */
@Injectable()
export class RedeliveryService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly trigger: DeliveryTrigger,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws NOT_FOUND; INVALID_STATUS while it waits for an attempt, or its subscription is switched off */
  async one(actor: Actor, subscriptionId: number, id: number): Promise<void> {
    await this.unitOfWork.run(actor.tenantId, async (tx) => {
      await this.lockOpen(tx, subscriptionId);
      const [found] = await tx.query<{ status: DeliveryStatus }>(
        'SELECT status FROM webhook_deliveries WHERE tenant_id = $1 AND subscription_id = $2 AND id = $3 FOR UPDATE',
        [tx.tenantId, subscriptionId, id],
      );
      if (!found) throw notFound();
      if (!REDELIVERABLE.includes(found.status)) throw invalidStatus(found.status, 'redeliver', REDELIVERABLE);
      await tx.query(ONE_AGAIN, [tx.tenantId, subscriptionId, this.clock.now(), id]);
      await this.record(tx, actor, subscriptionId, { delivery_id: id });
      this.offer(tx, subscriptionId, [id]);
    });
  }

  /**
   * Up to 10,000 at once, oldest first.
   * @returns how many
   */
  async many(actor: Actor, subscriptionId: number, period: RedeliveryPeriod): Promise<number> {
    const { since, until = this.clock.now(), status } = period;
    if (until <= since) throw invalidField('until', 'webhooks.redelivery_period');
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      await this.lockOpen(tx, subscriptionId);
      const values = [tx.tenantId, subscriptionId, this.clock.now(), status, since, until, MAX_BULK_REDELIVERIES];
      const ids = (await tx.query<{ id: number }>(MANY_AGAIN, values)).map(({ id }) => id);
      await this.record(tx, actor, subscriptionId, { since, until, status, count: ids.length });
      // As many as may run at once; each that ends brings the next.
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

  private async record(
    tx: Transaction,
    actor: Actor,
    entityId: number,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await this.audit.record(tx, actor, { action: 'redelivered', entityType: 'webhook', entityId, details });
  }
}
