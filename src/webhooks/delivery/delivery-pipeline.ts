import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '../../common/clock';
import { SUBSCRIPTION_SLOTS } from '../domain/limits';
import { DeliveryTrigger, type DeliveryRef, type Lane, type Offer } from './delivery-trigger';
import { DeliveryMetrics } from './delivery-metrics';
import { Attempts } from './attempts';
import { Claims } from './claims';
import { Settlements, type AttemptReport } from './settlements';

/** Waits between tries to write down a result while the database is away, milliseconds. */
const RECORD_RETRY_MILLISECONDS = 500;

/**
 * Deliveries of one subscription that are attempted one after the other before the others in the queue have their turn:
 * handing each over to Redis and back takes a fifth of what a delivery costs.
 */
const MOST_IN_A_ROW = 10;

/** The same in time: a slow receiver gives its place back after each attempt. */
const ROW_MILLISECONDS = 1_000;

/**
 * One attempt from end to end: claim, open the secret, sign, send, classify, schedule. Whoever says that a delivery is
 * due, Bull or the sweep, comes here; no transaction is open while the receiver is called.
 */
@Injectable()
export class DeliveryPipeline {
  private readonly log = new Logger(DeliveryPipeline.name);
  private readonly inFlight = new Set<Promise<void>>();
  /** Attempts of each subscription in this process: spares the database a question whose answer is no. */
  private readonly slots = new Map<string, number>();
  private isStopping = false;
  /** Nobody waits for results any more. */
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
   * Attempts a delivery if it is due, free and within its subscription's slots, and after it what else of the
   * subscription has come to be due in this lane, a few in a row. Never rejects.
   */
  async deliver(ref: DeliveryRef, lane: Lane): Promise<void> {
    const deliveries = this.inARow(ref, lane);
    this.inFlight.add(deliveries);
    await deliveries;
    this.inFlight.delete(deliveries);
  }

  /** Begins nothing more and waits for what is on its way, at most so long. */
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
      const { deliveryId } = ref;
      const next: readonly Offer[] = await this.attempt(ref, lane).catch((error: unknown) => {
        // The lease ends by itself and the sweep finds the delivery again.
        this.log.error({ err: error, deliveryId }, 'A delivery attempt broke off');
        return [];
      });
      done += 1;
      const ours = mayGoOn(done) ? next.find((offer) => offer.lane === lane) : undefined;
      const others = next.filter((offer) => offer !== ours);
      if (others.length > 0) await this.trigger.offer(others);
      ref = ours?.ref;
    }
  }

  /** @returns what of the subscription may be attempted next */
  private async attempt(ref: DeliveryRef, lane: Lane): Promise<readonly Offer[]> {
    const next = await this.withinSlots(ref, async () => {
      const answer = await this.claims.claim(ref, lane);
      if (answer.kind === 'wrong lane') return [{ ref, lane: 'patient' as const, isRenewed: true }];
      if (answer.kind !== 'claimed') return [];
      const report = await this.attempts.make(answer.claim);
      const offers = await this.record(report);
      this.metrics.settled(report, this.clock.now());
      return offers;
    });
    // Two that end together both see the same one next: whoever ends last fills both slots.
    return next.slice(0, SUBSCRIPTION_SLOTS - this.slotsTaken(ref));
  }

  /** The receiver has been called: what came of it is worth some patience with a database that restarts. */
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

  private async withinSlots<T>(ref: DeliveryRef, work: () => Promise<T[] | readonly T[]>): Promise<readonly T[]> {
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

/** The database answered, and said no: asking again would not help. Its own outages are classes 08, 53 and 57. */
function isRefusal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return /^(?=.*\d)(?!08|53|57)[0-9A-Z]{5}$/.test(code);
}
