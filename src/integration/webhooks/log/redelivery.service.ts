import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { invalidField, invalidStatus } from '../../../common/errors';
import { AuditLog, type AuditRecord, UnitOfWork, type Transaction } from '../../../platform/database';
import { SUBSCRIPTION_SLOTS } from '../domain/limits';
import type { WebhookSubscription } from '../entities/webhook-subscription.entity';
import { DeliveryTrigger } from '../delivery/delivery-trigger';
import { DeliveriesRepository, type RedeliveryPeriod } from './deliveries.repository';
import { WebhooksRepository } from '../webhooks.repository';

/** Sends deliveries again that have ended, under the same ids, by which the receiver may recognise them. */
@Injectable()
export class RedeliveryService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subscriptions: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly trigger: DeliveryTrigger,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND; INVALID_STATUS while it waits for an attempt, or its subscription is switched off */
  async one(actor: Actor, subscriptionId: number, id: number): Promise<void> {
    await this.unitOfWork.run(actor.tenantId, async (tx) => {
      await this.lockOpen(tx, subscriptionId);
      await this.deliveries.sendAgain(tx, await this.deliveries.lock(tx, subscriptionId, id), this.clock.now());
      await this.audit.record(tx, actor, redelivered(subscriptionId, { delivery_id: id }));
      this.offer(tx, subscriptionId, [id]);
    });
  }

  /**
   * Up to 10,000 at once, oldest first.
   * @param period `until` is now when left out
   * @returns how many
   * @throws DomainError VALIDATION_ERROR on `until` for a period without an instant; NOT_FOUND; INVALID_STATUS while the
   *   subscription is switched off
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
      const ids = await this.deliveries.sendManyAgain(tx, subscriptionId, { since, until, status }, now);
      await this.audit.record(tx, actor, redelivered(subscriptionId, { since, until, status, count: ids.length }));
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
}

const redelivered = (entityId: number, details: Readonly<Record<string, unknown>>): AuditRecord => ({
  action: 'redelivered',
  entityType: 'webhook',
  entityId,
  details,
});
