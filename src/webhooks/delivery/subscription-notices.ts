import { Injectable } from '@nestjs/common';
import { systemActor } from '../../common/actor';
import { AuditLog, type Transaction } from '../../database';
import {
  Mailbox,
  subscriptionDisabledLetter,
  subscriptionFailingLetter,
  type FailingSubscription,
} from '../../notifications';
import type { DisabledReason } from '../entities/webhook-subscription.entity';

/** Mails a tenant's admins about a subscription that keeps failing, in the transaction that records the failure. */
@Injectable()
export class SubscriptionNotices {
  constructor(
    private readonly mailbox: Mailbox,
    private readonly audit: AuditLog,
  ) {}

  /** The subscription is half way to being disabled. */
  async failing(tx: Transaction, subscription: FailingSubscription): Promise<void> {
    await this.mailbox.postToAdmins(tx, (tenant) => subscriptionFailingLetter(tenant, subscription));
  }

  /** The service has disabled the subscription; also writes the audit entry. */
  async disabled(tx: Transaction, subscription: FailingSubscription, why: DisabledReason): Promise<void> {
    const details = { reason: why, failure_count: subscription.failureCount };
    const entry = { action: 'disabled', entityType: 'webhook', entityId: subscription.id, details };
    await this.audit.record(tx, systemActor(tx.tenantId, 'webhooks'), entry);
    const isGone = why === 'GONE';
    await this.mailbox.postToAdmins(tx, (tenant) => subscriptionDisabledLetter(tenant, { ...subscription, isGone }));
  }
}
