import { Injectable } from '@nestjs/common';
import { systemActor } from '../../../common/actor';
import { AuditLog, type Transaction } from '../../../platform/database';
import {
  Mailbox,
  subscriptionDisabledLetter,
  subscriptionFailingLetter,
  type FailingSubscription,
} from '../../../organisation/notifications';
import { UsersRepository } from '../../../organisation/users';
import type { DisabledReason } from '../entities/webhook-subscription.entity';

/** Mails a tenant's admins about a subscription that keeps failing, in the transaction that records the failure. */
@Injectable()
export class SubscriptionNotices {
  constructor(
    private readonly mailbox: Mailbox,
    private readonly users: UsersRepository,
    private readonly audit: AuditLog,
  ) {}

  /** The subscription is half way to being disabled. */
  async failing(tx: Transaction, subscription: FailingSubscription): Promise<void> {
    await this.mailbox.post(tx, await this.users.activeAdmins(tx), (tenant) =>
      subscriptionFailingLetter(tenant, subscription),
    );
  }

  /** The service has disabled the subscription; also writes the audit entry. */
  async disabled(tx: Transaction, subscription: FailingSubscription, why: DisabledReason): Promise<void> {
    const changes = { is_active: { from: true, to: false }, disabled_reason: { from: null, to: why } };
    const details = { reason: why, failure_count: subscription.failureCount, changes };
    const entry = { action: 'disabled', entityType: 'webhook', entityId: subscription.id, details } as const;
    await this.audit.record(tx, systemActor(tx.tenantId, 'webhooks'), entry);
    const isGone = why === 'GONE';
    const admins = await this.users.activeAdmins(tx);
    await this.mailbox.post(tx, admins, (tenant) => subscriptionDisabledLetter(tenant, { ...subscription, isGone }));
  }
}
