import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { notFound } from '../common/errors';
import type { Transaction } from '../database';
import { WebhookSubscription } from './entities/webhook-subscription.entity';

/** Subscriptions of a tenant that have not been removed. */
@Injectable()
export class WebhooksRepository {
  /** Takes turns with other creates of the tenant, so that the limit on their number holds. */
  async lockTenant(tx: Transaction): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks/' || $1::text, 0))`, [tx.tenantId]);
  }

  async count(tx: Transaction): Promise<number> {
    return tx.repository(WebhookSubscription).countBy({ tenantId: tx.tenantId, deletedAt: IsNull() });
  }

  async save(tx: Transaction, subscription: Partial<WebhookSubscription>): Promise<WebhookSubscription> {
    return tx.repository(WebhookSubscription).save({ ...subscription, tenantId: tx.tenantId } as WebhookSubscription);
  }

  /**
   * The subscription, locked as attempts of its deliveries lock it.
   * @throws NOT_FOUND
   */
  async lock(tx: Transaction, id: number): Promise<WebhookSubscription> {
    const found = await tx.repository(WebhookSubscription).findOne({
      where: { tenantId: tx.tenantId, id, deletedAt: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
    if (!found) throw notFound();
    return found;
  }
}
