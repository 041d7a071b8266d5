import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '../../../common/clock';
import { asJob, inTraceOf, type SpanOptions, withFacts } from '../../../platform/tracing';
import { SUBSCRIPTION_SLOTS } from '../domain/limits';
import { DeliveryTrigger, type DeliveryRef, type Lane, type Offer } from './delivery-trigger';
import { DeliveryMetrics } from './delivery-metrics';
import { type AttemptReport, Attempts } from './attempts';
import { type Claim, Claims } from './claims';
import { Settlements } from './settlements';

/** Pause between two tries to record a result while the database is away, milliseconds. */
const RECORD_RETRY_MILLISECONDS = 500;

/**
 * Deliveries of one subscription attempted one after the other before the queue's next job: passing each through Redis would
 * add a fifth to its cost.
 */
const MOST_IN_A_ROW = 10;

/** After this time a job begins no further delivery, milliseconds: so a slow receiver does not keep its place. */
const ROW_MILLISECONDS = 1_000;

/**
 * One attempt from end to end: claim ({@link Claims}), sign and send ({@link Attempts}), record the result and schedule a
 * retry ({@link Settlements}). Bull and the sweep both end up here. No transaction is open while the receiver is called.
 */
@Injectable()
export class DeliveryPipeline {
  private readonly log = new Logger(DeliveryPipeline.name);
  private readonly inFlight = new Set<Promise<void>>();
  /** Running attempts of each subscription in this process: a full subscription is not even asked for in the database. */
  private readonly slots = new Map<string, number>();
  private isStopping = false;
  /** Whether the time for stopping is over: recording a result is not retried any more. */
  private isOver = false;

  constructor(
    private readonly claims: Claims,
    private readonly attempts: Attempts,
    private readonly settlements: Settlements,
    private readonly trigger: DeliveryTrigger,
    private readonly metrics: DeliveryMetrics,
    private readonly clock: Clock,
  ) {}

  /**
   * Attempts a delivery if it is due, not leased, and its subscription has a free slot; then up to nine more due deliveries
   * of the same subscription and lane. Never rejects: an error is logged, and the sweep offers the deliveries again.
   */
  async deliver(ref: DeliveryRef, lane: Lane): Promise<void> {
    const deliveries = this.inARow(ref, lane).catch((error: unknown) => {
      this.log.error({ err: error }, 'Deliveries of a subscription broke off');
    });
    this.inFlight.add(deliveries);
    await deliveries;
    this.inFlight.delete(deliveries);
  }

  /** Begins no further attempt and waits for running ones, at most this long. */
  async stop(milliseconds: number): Promise<void> {
    this.isStopping = true;
    const deadline = new AbortController();
    await Promise.race([
      Promise.all(this.inFlight),
      sleep(milliseconds, undefined, { signal: deadline.signal }).catch(() => undefined),
    ]);
    deadline.abort();
    this.isOver = true;
  }

  private async inARow(first: DeliveryRef, lane: Lane): Promise<void> {
    let ref: DeliveryRef | undefined = first;
    const until = performance.now() + ROW_MILLISECONDS;
    const mayGoOn = (done: number): boolean =>
      done < MOST_IN_A_ROW && !this.isStopping && (done === 0 || performance.now() < until);
    for (let done = 0; ref && mayGoOn(done);) {
      const next: readonly Offer[] = await this.attemptAsJob(ref, lane);
      done += 1;
      const ours = mayGoOn(done) ? next.find((offer) => offer.lane === lane) : undefined;
      const others = next.filter((offer) => offer !== ours);
      if (others.length > 0) await this.trigger.offer(others);
      ref = ours?.ref;
    }
  }

  private attemptAsJob(ref: DeliveryRef, lane: Lane): Promise<readonly Offer[]> {
    const facts = { tenant: ref.tenantId, webhook_id: ref.subscriptionId, delivery_id: ref.deliveryId };
    return asJob('Webhook delivery', facts, () =>
      this.attempt(ref, lane).catch((error: unknown) => {
        // Nothing is recorded: the lease ends by itself, and the sweep offers the delivery again.
        this.log.error({ err: error }, 'A delivery attempt broke off');
        return [];
      }),
    );
  }

  /** @returns the subscription's deliveries that may be attempted next */
  private async attempt(ref: DeliveryRef, lane: Lane): Promise<readonly Offer[]> {
    const next = await this.withinSlots(ref, async () => {
      const answer = await this.claims.claim(ref, lane);
      if (answer.kind === 'wrong lane') return [{ ref, lane: 'patient', isRenewed: true }];
      if (answer.kind !== 'claimed') return [];
      return withFacts({ event_id: answer.claim.eventId }, () => this.carryOut(answer.claim));
    });
    // Two attempts that end together both see the same next delivery: the one that ends last fills both slots.
    return next.slice(0, SUBSCRIPTION_SLOTS - this.slotsTaken(ref));
  }

  private carryOut(claim: Claim): Promise<readonly Offer[]> {
    return inTraceOf(originOf(claim, this.clock.now()), spanOf(claim), async () => {
      const report = await this.attempts.make(claim);
      const offers = await this.record(report);
      this.metrics.settled(report, this.clock.now());
      return offers;
    });
  }

  /**
   * Records the result, and tries again while the database is away: the receiver has been called already.
   * @throws when the lease or the time to stop in is over, or PostgreSQL refuses the statement
   */
  private async record(report: AttemptReport): ReturnType<Settlements['record']> {
    for (;;) {
      try {
        return await this.settlements.record(report);
      } catch (error) {
        const isHopeless = this.isOver || this.clock.now() >= report.claim.leaseUntil || isRefusal(error);
        if (isHopeless) throw error;
        await sleep(RECORD_RETRY_MILLISECONDS);
      }
    }
  }

  private slotsTaken(ref: DeliveryRef): number {
    return this.slots.get(subscriptionKey(ref)) ?? 0;
  }

  private async withinSlots(ref: DeliveryRef, work: () => Promise<readonly Offer[]>): Promise<readonly Offer[]> {
    const key = subscriptionKey(ref);
    const taken = this.slotsTaken(ref);
    if (taken >= SUBSCRIPTION_SLOTS) return [];
    this.slots.set(key, taken + 1);
    try {
      return await work();
    } finally {
      const left = (this.slots.get(key) ?? 1) - 1;
      if (left > 0) this.slots.set(key, left);
      else this.slots.delete(key);
    }
  }
}

const subscriptionKey = (ref: DeliveryRef): string => `${ref.tenantId}/${ref.subscriptionId}`;

/**
 * Whether PostgreSQL refused the statement itself, so that asking again would not help. SQLSTATE classes 08, 53 and 57 are
 * outages: connection lost, out of resources, shutting down.
 */
function isRefusal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return /^(?=.*\d)(?!08|53|57)[0-9A-Z]{5}$/.test(code);
}

/** How old an event may be for its delivery to be part of its request's trace, milliseconds: backends wait no longer for a trace. */
const PART_OF_TRACE_MILLISECONDS = 10 * 60_000;

/**
 * The trace that a delivery comes from. Its first attempt, some minutes after the event at the latest, goes on with the trace of the
 * request; a retry, a redelivery and what has waited for long have traces of their own, which link to that one.
 */
function originOf(claim: Claim, now: Date): { readonly traceparent: string | null; readonly continues: boolean } {
  const { traceparent, attempt, isRedelivery, eventAt } = claim;
  const isSoon = now.getTime() - eventAt.getTime() < PART_OF_TRACE_MILLISECONDS;
  return { traceparent, continues: attempt === 1 && !isRedelivery && isSoon };
}

/** The span of an attempt, from the claim to the recorded result. */
function spanOf({ ref, event, eventId, attempt }: Claim): SpanOptions {
  return {
    name: `deliver ${event}`,
    kind: 'consumer',
    attributes: {
      'webhook.event': event,
      'webhook.event_id': eventId,
      'webhook.id': ref.subscriptionId,
      'webhook.delivery_id': ref.deliveryId,
      'webhook.attempt': attempt,
    },
  };
}
