import { Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { randomUUID } from 'node:crypto';
import type { TenantId } from '../../../common/records/ids';
import { BullPlaces, queueName } from './bull-queues';
import { type DeliveryRef, DeliveryTrigger, LANES, type Lane, type Offer } from '../delivery/delivery-trigger';

/** Longest wait for an answer from Redis, milliseconds: one that is silent counts as away. */
const PATIENCE_MILLISECONDS = 1_000;

/**
 * Hands deliveries to the workers through Bull: ids only, one attempt, nothing kept, and of each tenant no more than may
 * wait there at once.
 */
export class BullTrigger extends DeliveryTrigger {
  private readonly log = new Logger(BullTrigger.name);
  /** Commands that Redis has not answered in time. Until it does no more are sent, which would pile up in memory. */
  private readonly unanswered = new Set<Promise<unknown>>();

  private readonly places: Readonly<Record<Lane, Places>>;

  /** @param places default: counted in the Redis of the queues */
  constructor(
    private readonly queues: Readonly<Record<Lane, Queue<DeliveryRef>>>,
    places?: Readonly<Record<Lane, Places>>,
  ) {
    super();
    this.places = places ?? {
      prompt: new BullPlaces('prompt', queues.prompt),
      patient: new BullPlaces('patient', queues.patient),
    };
    for (const lane of LANES) {
      // An 'error' event without a listener ends the process; the queue reconnects by itself.
      queues[lane].on('error', (error: Error) => this.log.debug(`Queue ${queueName(lane)}: ${error.message}`));
    }
  }

  async offer(offers: readonly Offer[]): Promise<boolean> {
    return this.said(() => Promise.all(LANES.map((lane) => this.add(lane, offers))));
  }

  /** Frees the place of a job that has begun, for another of its tenant. When Redis does not hear it, the place ends with the job. */
  async left({ tenantId }: DeliveryRef, lane: Lane, jobId: string): Promise<void> {
    await this.said(() => this.places[lane].leave(tenantId, jobId));
  }

  /** Whether deliveries of the tenant wait in PostgreSQL because this lane was full. Only one of many askers gets true. */
  async hasMore(tenantId: TenantId, lane: Lane): Promise<boolean> {
    let hasMore = false;
    const ask = async (): Promise<void> => void (hasMore = await this.places[lane].takeNote(tenantId));
    return (await this.said(ask)) && hasMore;
  }

  /** This process takes no more jobs; other workers go on with what waits in Redis. Never rejects. */
  async pause(): Promise<void> {
    await Promise.allSettled(LANES.map((lane) => this.queues[lane].pause(true, true)));
  }

  /** @returns whether Redis took it, in time; a late answer does no harm */
  private async said(work: () => Promise<unknown>): Promise<boolean> {
    // Without a connection the queue would keep every command in memory. The sweep finds the deliveries anyway.
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

/** What bounds a lane's queue; see {@link BullPlaces}. */
export type Places = Pick<BullPlaces, 'admit' | 'leave' | 'takeNote'>;

/**
 * One job id for each delivery: while its job waits or runs, Bull ignores another of that id. The job of a refused claim
 * keeps its id until it is removed, so a renewed offer gets an id of its own, or Bull would ignore it too.
 */
function jobIdOf({ ref, isRenewed = false }: Offer): string {
  return [ref.tenantId, ref.deliveryId, ...(isRenewed ? [randomUUID()] : [])].join('.');
}
