import { setMaxListeners } from 'node:events';
import { FairQueue, halfOf } from '../../common/fair-queue';
import { type DeliveryRef, DeliveryTrigger, type Lane, type Offer } from '../delivery/delivery-trigger';

/** Attempts one delivery. Never rejects. */
export type Deliver = (ref: DeliveryRef, lane: Lane) => Promise<void>;

/** Deliveries of one tenant that wait in a lane of one process: two of each subscription. The next sweep has the rest. */
const MOST_WAITING = 100;

/**
 * Makes this process's attempts: so many of each lane at once, of one tenant at most half of them, and in turns among
 * tenants. Whoever says that a delivery is due, Bull, the sweep or, without Redis, the fan-out, comes here.
 */
export class LocalLanes extends DeliveryTrigger {
  private readonly queues: Readonly<Record<Lane, FairQueue>>;
  /** Waiting or running in a lane: there the same delivery is not taken twice. */
  private readonly known = new Set<string>();
  private deliver: Deliver | undefined;
  /** Gives up what waits when the lanes are closed. */
  private closing = forManyWaiting();

  constructor(concurrency: Readonly<Record<Lane, number>>) {
    super();
    this.queues = { prompt: queueOf(concurrency.prompt), patient: queueOf(concurrency.patient) };
  }

  /** Begins. What is offered before is not taken. */
  open(deliver: Deliver): void {
    this.closing = forManyWaiting();
    this.deliver = deliver;
  }

  async offer(offers: readonly Offer[]): Promise<boolean> {
    for (const { ref, lane } of offers) void this.take(ref, lane);
    return Promise.resolve(this.deliver !== undefined);
  }

  /**
   * Attempts a delivery when it is its tenant's turn. Never rejects.
   * @param waitsNoMore called once, when it begins or is not going to
   * @returns when it has ended; at once where it waits for others of its own tenant, so that whoever brought it may
   *   bring what other tenants have
   */
  async take(ref: DeliveryRef, lane: Lane, waitsNoMore: () => void = () => undefined): Promise<void> {
    const key = `${lane}/${ref.tenantId}/${ref.deliveryId}`;
    const { deliver } = this;
    if (!deliver || this.known.has(key)) {
      waitsNoMore();
      return;
    }
    this.known.add(key);
    const waitsForItsOwn = this.queues[lane].isAtCap(ref.tenantId);
    const attempt = this.attempt(ref, lane, deliver, waitsNoMore).finally(() => this.known.delete(key));
    return waitsForItsOwn ? undefined : attempt;
  }

  /** Begins nothing more and forgets what has not begun. */
  close(): void {
    this.deliver = undefined;
    this.closing.abort(new Error('The lanes are closed'));
  }

  private async attempt(ref: DeliveryRef, lane: Lane, deliver: Deliver, waitsNoMore: () => void): Promise<void> {
    let leave: () => void;
    try {
      leave = await this.queues[lane].enter(ref.tenantId, this.closing.signal);
    } catch {
      // Too many of this tenant wait here, or the process stops: the schedule is PostgreSQL's, and a sweep finds it.
      return;
    } finally {
      waitsNoMore();
    }
    try {
      await deliver(ref, lane);
    } finally {
      leave();
    }
  }
}

/** Every delivery that waits listens to the one signal: as many as there are is no leak to warn of. */
function forManyWaiting(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

function queueOf(concurrency: number): FairQueue {
  return new FairQueue({
    inFlight: concurrency,
    inFlightOfTenant: halfOf(concurrency),
    waitingOfTenant: MOST_WAITING,
  });
}
