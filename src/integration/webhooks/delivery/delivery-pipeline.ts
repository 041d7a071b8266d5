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

/** Pause between attempts to record a result while the database is unavailable, milliseconds. */
const RECORD_RETRY_MILLISECONDS = 500;

/** Deliveries of one subscription per job. Passing each through Redis would cost about 20 % more. */
const MOST_IN_A_ROW = 10;

/** After this time, milliseconds, a job starts no further delivery, so that a slow receiver frees its worker slot. */
const ROW_MILLISECONDS = 1_000;

/**
 * One attempt from start to end: claim ({@link Claims}), sign and send ({@link Attempts}), record the result and
 * schedule a retry ({@link Settlements}). Called by Bull and by the sweep. No transaction is open during the call.
 */
@Injectable()
export class DeliveryPipeline {
  private readonly log = new Logger(DeliveryPipeline.name);
  private readonly inFlight = new Set<Promise<void>>();
  /** Running attempts per subscription in this process. A full subscription needs no database query. */
  private readonly slots = new Map<string, number>();
  private isStopping = false;
  /** The shutdown period has ended: recording a result is not retried any more. */
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
   * Attempts a delivery if it is due and not leased and its subscription has a free slot; then up to nine more due
   * deliveries of the same subscription and lane. Never rejects: logs errors, and the sweep offers the deliveries again.
   */
  async deliver(ref: DeliveryRef, lane: Lane): Promise<void> {
    const deliveries = this.inARow(ref, lane).catch((error: unknown) => {
      this.log.error({ err: error }, 'Deliveries of a subscription broke off');
    });
    this.inFlight.add(deliveries);
    await deliveries;
    this.inFlight.delete(deliveries);
  }

  /** Starts no further attempt and waits at most this long for running ones. */
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
        // Nothing is recorded: the lease expires, and the sweep offers the delivery again.
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
    // Two attempts that end together see the same next deliveries. The second to end fills both slots.
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

  /** @throws when the lease or the shutdown period has ended, or PostgreSQL rejects the statement */
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

/** SQLSTATE classes 08, 53 and 57 are outages (connection lost, out of resources, shutting down) and are retried. */
function isRefusal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return /^(?=.*\d)(?!08|53|57)[0-9A-Z]{5}$/.test(code);
}

/** Maximum age of an event whose delivery joins its request's trace, in ms. Tracing backends reject later spans. */
const PART_OF_TRACE_MILLISECONDS = 10 * 60_000;

/** An early first attempt continues the trace of the request. All other attempts start a trace that links to it. */
function originOf(claim: Claim, now: Date): { readonly traceparent: string | null; readonly continues: boolean } {
  const { traceparent, attempt, isRedelivery, eventAt } = claim;
  const isSoon = now.getTime() - eventAt.getTime() < PART_OF_TRACE_MILLISECONDS;
  return { traceparent, continues: attempt === 1 && !isRedelivery && isSoon };
}

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
