import { Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { queueName } from './bull-queues';
import { type DeliveryRef, DeliveryTrigger, LANES, type Lane, type Offer } from './delivery-trigger';

/** Hands deliveries to the workers through Bull: ids only, one attempt, nothing kept. */
export class BullTrigger extends DeliveryTrigger {
  private readonly log = new Logger(BullTrigger.name);

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
    try {
      await Promise.all(LANES.map((lane) => this.add(lane, offers)));
      return true;
    } catch (error) {
      this.log.debug(`Not handed to Redis: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }

  private async add(lane: Lane, offers: readonly Offer[]): Promise<void> {
    const jobs = offers
      .filter((offer) => offer.lane === lane)
      .map(({ ref }) => ({
        data: ref,
        // One job a delivery: while it waits or runs, offering it again changes nothing.
        opts: { jobId: `${ref.tenantId}.${ref.deliveryId}`, attempts: 1, removeOnComplete: true, removeOnFail: true },
      }));
    if (jobs.length > 0) await this.queues[lane].addBulk(jobs);
  }
}
