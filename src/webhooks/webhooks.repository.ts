import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { notFound } from '../common/errors';
import type { Transaction } from '../database';
import { WEBHOOK_FIELDS } from './entities/audited';
import { WebhookSubscription } from './entities/webhook-subscription.entity';

/** What is written of a subscription when it is made. */
type NewSubscription = Pick<
  WebhookSubscription,
  'name' | 'url' | 'events' | 'sealedSecret' | 'createdAt' | 'updatedAt'
>;

/** Subscriptions of a tenant that have not been removed. */
@Injectable()
export class WebhooksRepository {
  /** Serializes the tenant's creates, so that the limit on the number of subscriptions holds. */
  async lockTenant(tx: Transaction): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks/' || $1::text, 0))`, [tx.tenantId]);
  }

  async count(tx: Transaction): Promise<number> {
    return tx.repository(WebhookSubscription).countBy({ tenantId: tx.tenantId, deletedAt: IsNull() });
  }

  /** @returns the new subscription with its id, and the database's defaults in what is not given */
  async insert(tx: Transaction, subscription: NewSubscription): Promise<WebhookSubscription> {
    const record = { ...subscription, tenantId: tx.tenantId } as WebhookSubscription;
    const saved = await tx.repository(WebhookSubscription).save(record);
    tx.changed.note('webhook', saved.id, WEBHOOK_FIELDS, null, saved);
    return saved;
  }

  /** Writes the fields of a locked subscription as they stand in the object. */
  async update(tx: Transaction, subscription: WebhookSubscription): Promise<void> {
    const { tenantId, id, createdAt: _created, ...fields } = subscription;
    await tx.repository(WebhookSubscription).update({ tenantId, id }, fields);
    tx.changed.note('webhook', id, WEBHOOK_FIELDS, null, subscription);
  }

  /**
   * The subscription, locked until the transaction ends, with the lock that claims of its deliveries take.
   * @throws DomainError NOT_FOUND
   */
  async lock(tx: Transaction, id: number): Promise<WebhookSubscription> {
    const found = await tx.repository(WebhookSubscription).findOne({
      where: { tenantId: tx.tenantId, id, deletedAt: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
    if (!found) throw notFound();
    tx.changed.note('webhook', id, WEBHOOK_FIELDS, found, found);
    return found;
  }
}
