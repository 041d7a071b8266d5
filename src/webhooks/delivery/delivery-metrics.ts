import { Injectable } from '@nestjs/common';
import { counter, gauge, histogram } from '../../metrics';
import type { AttemptReport } from './attempts';

const LATENCY_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30, 60, 300, 1800, 3600];

/** Counts of deliveries by state at the last sweep. */
export interface QueueState {
  readonly pending: number;
  readonly due: number;
  readonly leased: number;
  readonly oldest_due_at: Date | null;
}

/** Prometheus metrics of deliveries: queue depth, age of the oldest, outcomes of attempts, time from event to receipt. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts = counter('webhook_attempts_total', 'Delivery attempts by outcome class', ['outcome']);
  private readonly latency = histogram(
    'webhook_event_to_receipt_seconds',
    'From the event to the receiver’s success answer',
    LATENCY_BUCKETS,
    ['attempt'],
  );
  // Every process sees the same queue, so the value of several is their maximum, not their sum.
  private readonly pending = gauge('webhook_queue_depth', 'Deliveries by state', ['state'], 'max');
  private readonly oldest = gauge(
    'webhook_oldest_due_seconds',
    'How long the oldest due delivery has been due',
    [],
    'max',
  );

  settled({ claim, outcome, attempt }: AttemptReport, now: Date): void {
    if (!attempt) return;
    this.attempts.inc({ outcome: attempt.outcome });
    if (outcome.verdict !== 'success' || claim.isRedelivery) return;
    const seconds = (now.getTime() - claim.eventAt.getTime()) / 1000;
    this.latency.observe({ attempt: claim.attempt === 1 ? 'first' : 'later' }, Math.max(0, seconds));
  }

  queue(state: QueueState, now: Date): void {
    this.pending.set({ state: 'pending' }, state.pending);
    this.pending.set({ state: 'due' }, state.due);
    this.pending.set({ state: 'leased' }, state.leased);
    const since = state.oldest_due_at?.getTime();
    this.oldest.set(since === undefined ? 0 : Math.max(0, (now.getTime() - since) / 1000));
  }
}
