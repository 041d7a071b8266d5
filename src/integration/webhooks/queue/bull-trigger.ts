import { Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { randomUUID } from 'node:crypto';
import type { TenantId } from '../../../common/records/ids';
import { TenantQueueQuota, queueName } from './bull-queues';
import { type DeliveryRef, DeliveryTrigger, LANES, type Lane, type Offer } from '../delivery/delivery-trigger';

/** Maximum wait for a reply from Redis, milliseconds. After that Redis counts as unavailable. */
const PATIENCE_MILLISECONDS = 1_000;

/** Adds deliveries to Bull: ids only, one attempt, finished jobs are removed. Limits the waiting jobs per tenant. */
export class BullTrigger extends DeliveryTrigger {
  private readonly log = new Logger(BullTrigger.name);
  /** Commands without a reply in time. No more are sent until Redis replies, because they would fill the memory. */
  private readonly unanswered = new Set<Promise<unknown>>();

  private readonly places: Readonly<Record<Lane, Places>>;

  /** @param places default: counted in the Redis of the queues */
  constructor(
    private readonly queues: Readonly<Record<Lane, Queue<DeliveryRef>>>,
    places?: Readonly<Record<Lane, Places>>,
  ) {
    super();
    this.places = places ?? {
      prompt: new TenantQueueQuota('prompt', queues.prompt),
      patient: new TenantQueueQuota('patient', queues.patient),
    };
    for (const lane of LANES) {
      // An 'error' event without a listener ends the process. The queue reconnects by itself.
      queues[lane].on('error', (error: Error) => this.log.debug(`Queue ${queueName(lane)}: ${error.message}`));
    }
  }

  async offer(offers: readonly Offer[]): Promise<boolean> {
    return this.attempt(() => Promise.all(LANES.map((lane) => this.add(lane, offers))));
  }

  /** Frees the place of a started job. If Redis is unavailable, the place is freed when the job ends. */
  async left({ tenantId }: DeliveryRef, lane: Lane, jobId: string): Promise<void> {
    await this.attempt(() => this.places[lane].leave(tenantId, jobId));
  }

  /** Whether this lane was full for the tenant, so that deliveries wait in PostgreSQL. Only one caller gets true. */
  async hasMore(tenantId: TenantId, lane: Lane): Promise<boolean> {
    let hasMore = false;
    const ask = async (): Promise<void> => void (hasMore = await this.places[lane].takeNote(tenantId));
    return (await this.attempt(ask)) && hasMore;
  }

  /** This process starts no more jobs; other workers process the waiting ones. Never rejects. */
  async pause(): Promise<void> {
    await Promise.allSettled(LANES.map((lane) => this.queues[lane].pause(true, true)));
  }

  /** @returns whether Redis replied in time; a late reply is harmless */
  private async attempt(work: () => Promise<unknown>): Promise<boolean> {
    // Without a connection the queue would collect every command in memory. The sweep finds the deliveries later.
    if (LANES.some((lane) => this.queues[lane].client.status !== 'ready')) return false;
    if (this.unanswered.size > 0) return false;
    const answer = work().then(
      () => true,
      (error: unknown) => {
        this.log.debug(`Not handed to Redis: ${error instanceof Error ? error.message : String(error)}`);
        return false;
      },
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, PATIENCE_MILLISECONDS, 'late')));
    const outcome = await Promise.race([answer, late]);
    clearTimeout(timer);
    if (outcome !== 'late') return outcome;
    this.unanswered.add(answer);
    void answer.then(() => this.unanswered.delete(answer));
    return false;
  }

  private async add(lane: Lane, offers: readonly Offer[]): Promise<void> {
    const candidates = offers
      .filter((offer) => offer.lane === lane)
      .map((offer) => ({ ...offer, jobId: jobIdOf(offer) }));
    if (candidates.length === 0) return;
    const admitted = await this.places[lane].admit(candidates);
    const jobs = admitted.map(({ ref, jobId }) => ({
      data: ref,
      opts: { jobId, attempts: 1, removeOnComplete: true, removeOnFail: true },
    }));
    if (jobs.length > 0) await this.queues[lane].addBulk(jobs);
  }
}

export type Places = Pick<TenantQueueQuota, 'admit' | 'leave' | 'takeNote'>;

/** Bull ignores a job with a known id, and a rejected claim's job still exists: renewed offers need a new id. */
function jobIdOf({ ref, isRenewed = false }: Offer): string {
  return [ref.tenantId, ref.deliveryId, ...(isRenewed ? [randomUUID()] : [])].join('.');
}
