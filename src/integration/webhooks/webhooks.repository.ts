import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { type FieldMessages, invalid, notFound } from '../../common/errors';
import type { Transaction } from '../../platform/database';
import { UNKNOWN_IDS } from './delivery/deliveries.sql';
import type { EventFilter } from './domain/filter';
import { WEBHOOK_FIELDS, WebhookSubscription } from './entities/webhook-subscription.entity';

type NewSubscription = Pick<
  WebhookSubscription,
  'name' | 'url' | 'events' | 'filterDepartmentIds' | 'filterVendorIds' | 'createdAt' | 'updatedAt'
>;

/** Subscriptions of a tenant that have not been removed. */
@Injectable()
export class WebhooksRepository {
  /** Serializes the creates of the tenant, to enforce the maximum number of subscriptions. */
  async lockTenant(tx: Transaction): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks/' || $1::text, 0))`, [tx.tenantId]);
  }

  async count(tx: Transaction): Promise<number> {
    return tx.repository(WebhookSubscription).countBy({ tenantId: tx.tenantId, deletedAt: IsNull() });
  }

  /** @throws DomainError VALIDATION_ERROR on the filter's list that names a record unknown to the tenant */
  async requireKnown(tx: Transaction, filter: Partial<EventFilter>): Promise<void> {
    const { department_ids = null, vendor_ids = null } = filter;
    const [unknown] = await tx.query<{ departments: boolean; vendors: boolean }>(UNKNOWN_IDS, [
      tx.tenantId,
      department_ids ?? [],
      vendor_ids ?? [],
    ]);
    const faults: FieldMessages = {
      ...(unknown?.departments && { 'filter.department_ids': [{ key: 'validation.exists' }] }),
      ...(unknown?.vendors && { 'filter.vendor_ids': [{ key: 'validation.exists' }] }),
    };
    if (Object.keys(faults).length > 0) throw invalid(faults);
  }

  /** @param seal encrypts the secret for the subscription with this id, which the database generates */
  async insert(
    tx: Transaction,
    subscription: NewSubscription,
    seal: (id: number) => string,
  ): Promise<WebhookSubscription> {
    const { tenantId } = tx;
    const record = { ...subscription, sealedSecret: '', tenantId } as WebhookSubscription;
    const saved = await tx.repository(WebhookSubscription).save(record);
    saved.sealedSecret = seal(saved.id);
    await tx.repository(WebhookSubscription).update({ tenantId, id: saved.id }, { sealedSecret: saved.sealedSecret });
    tx.changed.note('webhook', saved.id, WEBHOOK_FIELDS, null, saved);
    return saved;
  }

  /** Saves all fields of a locked subscription. */
  async update(tx: Transaction, subscription: WebhookSubscription): Promise<void> {
    const { tenantId, id, createdAt: _created, ...fields } = subscription;
    await tx.repository(WebhookSubscription).update({ tenantId, id }, fields);
    tx.changed.note('webhook', id, WEBHOOK_FIELDS, null, subscription);
  }

  /** The lock is that of a claim. @throws DomainError NOT_FOUND */
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
