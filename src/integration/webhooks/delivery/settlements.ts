import { Inject, Injectable } from '@nestjs/common';
import { systemActor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import {
  type FailingSubscription,
  Mailbox,
  subscriptionDisabledLetter,
  subscriptionFailingLetter,
} from '../../../organisation/notifications';
import { UsersRepository } from '../../../organisation/users';
import { AuditLog, query, type Query, type Transaction, UnitOfWork } from '../../../platform/database';
import { hasJustComeHalfWay, shouldDisable, type FailureRun } from '../domain/disable-rule';
import { type Outcome, paceOf } from '../domain/outcome';
import { parseRetryAfter, settle, type Settlement } from '../domain/settlement';
import type { DisabledReason } from '../entities/webhook-subscription.entity';
import type { AttemptReport } from './attempts';
import { DeliveryMetrics } from './delivery-metrics';
import { CANCEL_PENDING, DISABLE, FAILED, LOCK, NEXT_DUE, SETTLE, SUCCEEDED } from './deliveries.sql';
import type { Offer } from './delivery-trigger';

interface SubscriptionState {
  readonly id: number;
  readonly name: string;
  readonly is_open: boolean;
  readonly failure_count: number;
  readonly failing_since: Date | null;
  readonly last_failed_at: Date | null;
}

interface NextDueRow {
  readonly id: number;
  readonly is_patient: boolean;
}

/** Sends mail about a failing subscription to the tenant's admins, in the transaction that records the failure. */
@Injectable()
export class SubscriptionNotices {
  constructor(
    private readonly mailbox: Mailbox,
    private readonly users: UsersRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Sends mail that the subscription has reached half of the limit for being disabled. */
  async failing(tx: Transaction, subscription: FailingSubscription): Promise<void> {
    await this.mailbox.post(tx, await this.users.activeAdmins(tx), (tenant) =>
      subscriptionFailingLetter(tenant, subscription),
    );
  }

  /** Sends mail that the service has disabled the subscription, and writes the audit entry. */
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

/** Records the result of an attempt: in the delivery, the log, and the subscription's health. */
@Injectable()
export class Settlements {
  private readonly delays: readonly number[];
  private readonly disableAfterHours: number;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly notices: SubscriptionNotices,
    private readonly metrics: DeliveryMetrics,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'WEBHOOK_RETRY_DELAYS' | 'WEBHOOK_DISABLE_AFTER_HOURS'>,
  ) {
    this.delays = environment.WEBHOOK_RETRY_DELAYS;
    this.disableAfterHours = environment.WEBHOOK_DISABLE_AFTER_HOURS;
  }

  /**
   * Settles a claim as succeeded, to be retried, failed or cancelled. Writes nothing if another worker has the lease
   * now: only that worker's result counts.
   * @returns the subscription's deliveries that are due next
   */
  async record(report: AttemptReport): Promise<readonly Offer[]> {
    const now = this.clock.now();
    const isSuccess = report.outcome.verdict === 'success';
    const next = isSuccess ? await this.recordSuccess(report, now) : await this.recordFailure(report, now);
    const { tenantId, subscriptionId } = report.claim.ref;
    return next.map((row) => ({
      ref: { tenantId, subscriptionId, deliveryId: row.id },
      lane: row.is_patient ? 'patient' : 'prompt',
      isRenewed: true,
    }));
  }

  private async recordSuccess(report: AttemptReport, now: Date): Promise<readonly NextDueRow[]> {
    const { tenantId, subscriptionId } = report.claim.ref;
    const pace = paceOf(report.attempt?.durationMs ?? 0);
    const isStruggling = pace === 'unremarkable' ? null : pace === 'slow';
    // Locks the subscription before the delivery, in the same order as a claim, to avoid a deadlock.
    const [, isOurs, next] = await this.unitOfWork.write<[unknown, unknown, NextDueRow]>(
      tenantId,
      query(SUCCEEDED, [tenantId, subscriptionId, now, isStruggling]),
      settled(report, this.settlementOf(report, now, true), now),
      query(NEXT_DUE, [tenantId, subscriptionId, now]),
    );
    if (isOurs.length > 0) this.metrics.ended('succeeded');
    return next;
  }

  private recordFailure(report: AttemptReport, now: Date): Promise<readonly NextDueRow[]> {
    const { tenantId, subscriptionId } = report.claim.ref;
    return this.unitOfWork.run(tenantId, async (tx) => {
      const nextDue = (): Promise<NextDueRow[]> => tx.query(NEXT_DUE, [tenantId, subscriptionId, now]);
      const [subscription] = await tx.query<SubscriptionState>(LOCK, [tenantId, subscriptionId]);
      if (!subscription) throw new Error('A delivery without a subscription');
      const settlement = this.settlementOf(report, now, subscription.is_open);
      const isOurs = await tx.execute(settled(report, settlement, now));
      if (isOurs.length === 0) return [];
      if (settlement.status === 'failed') tx.afterCommit(() => this.metrics.ended('failed'));
      const counts = settlement.status === 'failed' && !report.claim.isRedelivery;
      const failures = subscription.failure_count + (counts ? 1 : 0);
      const since = counts ? (subscription.failing_since ?? now) : subscription.failing_since;
      const reason = settlement.failure ?? 'NETWORK';
      await tx.query(FAILED, [tenantId, subscriptionId, now, reason, failures, since]);
      if (!subscription.is_open) return nextDue();
      const notice = { id: subscription.id, name: subscription.name, failureCount: failures, reason };
      const disabled = this.disabledReason(report.outcome, { failures, since }, now);
      if (disabled) {
        await tx.query(DISABLE, [tenantId, subscriptionId, disabled, now]);
        await tx.query(CANCEL_PENDING, [tenantId, subscriptionId, now]);
        await this.notices.disabled(tx, notice, disabled);
        tx.afterCommit(() => this.metrics.disabled(disabled));
        return [];
      }
      if (this.isHalfWay({ failures, since }, now, subscription)) await this.notices.failing(tx, notice);
      return nextDue();
    });
  }

  private settlementOf({ claim, outcome }: AttemptReport, now: Date, isOpen: boolean): Settlement {
    const asked = outcome.verdict === 'retry' ? outcome.retryAfter : undefined;
    return settle({
      outcome,
      roundFailures: claim.roundFailures,
      delays: this.delays,
      retryAfter: parseRetryAfter(asked, now),
      now,
      random: Math.random(),
      isOpen,
    });
  }

  private disabledReason(outcome: Outcome, run: FailureRun, now: Date): DisabledReason | null {
    if (outcome.verdict === 'gone') return 'GONE';
    return shouldDisable(run, now, this.disableAfterHours) ? 'TOO_MANY_FAILURES' : null;
  }

  private isHalfWay(run: FailureRun, now: Date, subscription: SubscriptionState): boolean {
    const { failure_count: failures, failing_since: since, last_failed_at: at } = subscription;
    return hasJustComeHalfWay(run, now, { run: { failures, since }, at }, this.disableAfterHours);
  }
}

function settled({ claim, attempt }: AttemptReport, { status, roundFailures, dueAt }: Settlement, now: Date): Query {
  return query(SETTLE, [
    ...[claim.ref.tenantId, claim.ref.deliveryId, claim.leaseToken],
    ...[status, roundFailures, dueAt, status === 'pending' ? null : now],
    ...[attempt !== null, claim.attempt, attempt?.outcome, attempt?.statusCode],
    ...[attempt?.response, attempt?.startedAt, attempt?.durationMs],
  ]);
}
