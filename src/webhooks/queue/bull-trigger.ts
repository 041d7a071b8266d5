import { Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { queueName } from './bull-queues';
import { type DeliveryRef, DeliveryTrigger, LANES, type Lane, type Offer } from './delivery-trigger';

/** A Redis that takes connections and answers nobody is as good as none: nobody waits longer for it. */
const PATIENCE_MILLISECONDS = 1_000;

/** Hands deliveries to the workers through Bull: ids only, one attempt, nothing kept. */
export class BullTrigger extends DeliveryTrigger {
  private readonly log = new Logger(BullTrigger.name);
  /** Said to Redis and not answered in time. Until it is, nothing more is said: it would all pile up in memory. */
  private readonly unanswered = new Set<Promise<unknown>>();

  constructor(private readonly queues: Readonly<Record<Lane, Queue<DeliveryRef>>>) {
    super();
    for (const lane of LANES) {
      // An event nobody listens to ends the process; the queue reconnects by itself.
      queues[lane].on('error', (error: Error) => this.log.debug(`Queue ${queueName(lane)}: ${error.message}`));
    }
  }

  async offer(offers: readonly Offer[]): Promise<boolean> {
    // A queue without a connection would keep every offer in memory until it has one again. The sweep has them too.
    if (LANES.some((lane) => this.queues[lane].client.status !== 'ready')) return false;
    if (this.unanswered.size > 0) return false;
    try {
      return await this.withPatience(Promise.all(LANES.map((lane) => this.add(lane, offers))));
    } catch (error) {
      this.log.debug(`Not handed to Redis: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }

  /** @returns whether it came to its end in time; what was said is heard later, which does no harm */
  private async withPatience(work: Promise<unknown>): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const outOfTime = new Promise<false>((resolve) => (timer = setTimeout(resolve, PATIENCE_MILLISECONDS, false)));
    try {
      const isInTime = await Promise.race([work.then(() => true), outOfTime]);
      if (!isInTime) this.wait(work);
      return isInTime;
    } finally {
      clearTimeout(timer);
    }
  }

  private wait(work: Promise<unknown>): void {
    this.unanswered.add(work);
    const answered = (): boolean => this.unanswered.delete(work);
    work.then(answered, answered);
  }

  private async add(lane: Lane, offers: readonly Offer[]): Promise<void> {
    const jobs = offers
      .filter((offer) => offer.lane === lane)
      .map(({ ref, isRenewed = false }) => ({
        data: ref,
        // One job a delivery: while it waits or runs, offering it again changes nothing. A job that was turned away
        // keeps its id until it is removed, though, and would swallow the offer that follows it.
        opts: {
          ...(isRenewed ? {} : { jobId: `${ref.tenantId}.${ref.deliveryId}` }),
          ...{ attempts: 1, removeOnComplete: true, removeOnFail: true },
        },
      }));
    if (jobs.length > 0) await this.queues[lane].addBulk(jobs);
  }
}
