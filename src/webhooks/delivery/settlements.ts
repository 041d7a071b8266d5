import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { ENVIRONMENT, type Environment } from '../../config';
import { UnitOfWork } from '../../database';
import type { DisabledReason } from '../entities/webhook-subscription.entity';
import { hasJustComeHalfWay, shouldDisable, type FailureRun } from '../domain/disable-rule';
import type { Outcome } from '../domain/outcome';
import { parseRetryAfter } from '../domain/retry-schedule';
import { settle, type Settlement } from '../domain/settlement';
import type { Offer } from './delivery-trigger';
import { cancelPending } from './cancel-pending';
import type { Claim } from './claims';
import { type NextDueRow, type RecordedAttempt, SettlementStatements } from './settlement-statements';
import { SubscriptionNotices } from './subscription-notices';

/** The result of a claim: the attempt and its outcome. `attempt` is null when none was made (a poison message). */
export interface AttemptReport {
  readonly claim: Claim;
  readonly outcome: Outcome;
  readonly attempt: RecordedAttempt | null;
}

interface SubscriptionState {
  readonly id: number;
  readonly name: string;
  readonly is_open: boolean;
  readonly failure_count: number;
  readonly failing_since: Date | null;
  readonly last_failed_at: Date | null;
}

/** Records the result of an attempt: on its delivery, in the log, and on its subscription's health. */
@Injectable()
export class Settlements {
  private readonly delays: readonly number[];
  private readonly disableAfterHours: number;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly notices: SubscriptionNotices,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'WEBHOOK_RETRY_DELAYS' | 'WEBHOOK_DISABLE_AFTER_HOURS'>,
  ) {
    this.delays = environment.WEBHOOK_RETRY_DELAYS;
    this.disableAfterHours = environment.WEBHOOK_DISABLE_AFTER_HOURS;
  }

  /**
   * Settles a claim: succeeded, to be retried, failed or cancelled. Writes nothing when the lease has meanwhile gone to
   * another worker, whose result counts instead.
   * @returns the subscription's deliveries that are due next
   */
  async record(report: AttemptReport): Promise<readonly Offer[]> {
    const statements = new SettlementStatements(report.claim, this.clock.now());
    const next =
      report.outcome.verdict === 'success'
        ? await this.recordSuccess(statements, report)
        : await this.recordFailure(statements, report);
    const { tenantId, subscriptionId } = report.claim.ref;
    return next.map((row) => ({
      ref: { tenantId, subscriptionId, deliveryId: row.id },
      lane: row.is_patient ? 'patient' : 'prompt',
      isRenewed: true,
    }));
  }

  private async recordSuccess(statements: SettlementStatements, report: AttemptReport): Promise<readonly NextDueRow[]> {
    // The subscription before the delivery, as a claim locks them: no deadlock.
    const [, , next] = await this.unitOfWork.write<[unknown, unknown, NextDueRow]>(
      report.claim.ref.tenantId,
      statements.subscriptionSucceeded(report.attempt?.durationMs ?? 0),
      statements.settleDelivery(this.settlementOf(report, statements.now, true), report.attempt),
      statements.nextDue(),
    );
    return next;
  }

  private recordFailure(statements: SettlementStatements, report: AttemptReport): Promise<readonly NextDueRow[]> {
    const { tenantId, subscriptionId } = report.claim.ref;
    const { now } = statements;
    return this.unitOfWork.run(tenantId, async (tx) => {
      const [subscription] = await tx.execute<SubscriptionState>(statements.lockSubscription());
      if (!subscription) throw new Error('A delivery without a subscription');
      const settlement = this.settlementOf(report, now, subscription.is_open);
      const isOurs = await tx.execute(statements.settleDelivery(settlement, report.attempt));
      if (isOurs.length === 0) return [];
      const counts = settlement.status === 'failed' && !report.claim.isRedelivery;
      const failures = subscription.failure_count + (counts ? 1 : 0);
      const since = counts ? (subscription.failing_since ?? now) : subscription.failing_since;
      const reason = settlement.failure ?? 'NETWORK';
      await tx.execute(statements.subscriptionFailed({ failures, since, reason }));
      if (!subscription.is_open) return tx.execute<NextDueRow>(statements.nextDue());
      const notice = { id: subscription.id, name: subscription.name, failureCount: failures, reason };
      const disabled = this.disabledReason(report.outcome, { failures, since }, now);
      if (disabled) {
        await tx.execute(statements.disable(disabled));
        await cancelPending(tx, subscriptionId, now);
        await this.notices.disabled(tx, notice, disabled);
        return [];
      }
      if (this.isHalfWay({ failures, since }, now, subscription)) await this.notices.failing(tx, notice);
      return tx.execute<NextDueRow>(statements.nextDue());
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
