import { Injectable } from '@nestjs/common';
import { counter, counterBy, gauge, histogram } from '../../../platform/metrics';
import type { DisabledReason } from '../entities/webhook-subscription.entity';
import type { AttemptReport } from './attempts';
import { type Lane, LANES } from './delivery-trigger';

const SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 3600];

/** Pending deliveries of a lane at the last sweep. */
export interface LaneState {
  readonly lane: Lane;
  readonly pending: number;
  readonly due: number;
  readonly leased: number;
  readonly oldest_due_at: Date | null;
}

@Injectable()
export class DeliveryMetrics {
  private readonly attempts = counter('webhook_attempts_total', 'Delivery attempts by outcome class', ['outcome']);
  private readonly deliveries = counterBy(
    'webhook_deliveries_total',
    'Deliveries that ended with an attempt',
    'outcome',
    ['succeeded', 'failed'],
  );
  private readonly subscriptions = counterBy(
    'webhook_subscriptions_disabled_total',
    'Subscriptions that the service disabled',
    'reason',
    ['TOO_MANY_FAILURES', 'GONE'],
  );
  private readonly toAttempt = histogram(
    'webhook_event_to_attempt_seconds',
    'From the event to the end of the first attempt, with any outcome',
    SECONDS,
  );
  private readonly toReceipt = histogram(
    'webhook_event_to_receipt_seconds',
    'From the event to the receiver’s success response',
    SECONDS,
    ['attempt'],
  );
  // Every process reads the same queue, so aggregate over processes with the maximum, not the sum.
  private readonly depth = gauge('webhook_queue_depth', 'Pending deliveries', ['state', 'lane'], 'max');
  private readonly oldest = gauge(
    'webhook_oldest_due_seconds',
    'Seconds since the oldest due delivery became due',
    ['lane'],
    'max',
  );

  settled({ claim, outcome, attempt }: AttemptReport, now: Date): void {
    if (!attempt) return;
    this.attempts.inc({ outcome: classOf(attempt.outcome) });
    if (claim.isRedelivery) return;
    const seconds = Math.max(0, (now.getTime() - claim.eventAt.getTime()) / 1000);
    // An attempt whose worker died never reached the receiver, so it does not count here.
    if (claim.roundFailures === 0) this.toAttempt.observe(seconds);
    if (outcome.verdict === 'success')
      this.toReceipt.observe({ attempt: claim.attempt === 1 ? 'first' : 'later' }, seconds);
  }

  ended(outcome: 'succeeded' | 'failed'): void {
    this.deliveries.inc(outcome);
  }

  disabled(reason: DisabledReason): void {
    this.subscriptions.inc(reason);
  }

  /** @param states only of lanes that have deliveries */
  queue(states: readonly LaneState[], now: Date): void {
    for (const lane of LANES) {
      const state = states.find((one) => one.lane === lane);
      this.depth.set({ state: 'pending', lane }, state?.pending ?? 0);
      this.depth.set({ state: 'due', lane }, state?.due ?? 0);
      this.depth.set({ state: 'leased', lane }, state?.leased ?? 0);
      const since = state?.oldest_due_at?.getTime();
      this.oldest.set({ lane }, since === undefined ? 0 : Math.max(0, (now.getTime() - since) / 1000));
    }
  }
}

/** Groups unusual status codes, because each label value is a separate time series. */
function classOf(outcome: string): string {
  if (!outcome.startsWith('HTTP_')) return outcome;
  return /^HTTP_[1-5]\d\d$/.test(outcome) ? `${outcome.slice(0, 'HTTP_'.length + 1)}XX` : 'HTTP_OTHER';
}
