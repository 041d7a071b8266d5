import { setMaxListeners } from 'node:events';
import { FairQueue, halfOf } from '../../../common/async/fair-queue';
import { type DeliveryRef, DeliveryTrigger, type Lane, type Offer } from '../delivery/delivery-trigger';

/** Attempts one delivery to its end. Never rejects. */
export type Deliver = (ref: DeliveryRef, lane: Lane) => Promise<void>;

/** Most deliveries of one tenant that wait in a lane of one process: two for each subscription. The next sweep finds the rest. */
const MOST_WAITING = 100;

/**
 * The attempts of this process: at most so many of each lane at once, at most half of them of one tenant, and tenants take
 * turns. Deliveries come from Bull, from the sweep and, without Redis, straight from the fan-out.
 */
export class LocalLanes extends DeliveryTrigger {
  private readonly queues: Readonly<Record<Lane, FairQueue>>;
  /** Deliveries waiting or running in a lane, which does not take them twice. */
  private readonly known = new Set<string>();
  private deliver: Deliver | undefined;
  private begin: () => void = () => undefined;
  /** Settled when the lanes open, or close without having opened. */
  private readonly begun = new Promise<void>((resolve) => (this.begin = resolve));
  /** Aborted when the lanes close: what still waits is given up. */
  private closing = forManyWaiting();

  constructor(concurrency: Readonly<Record<Lane, number>>) {
    super();
    this.queues = { prompt: queueOf(concurrency.prompt), patient: queueOf(concurrency.patient) };
  }

  /** Starts taking deliveries. What is offered before this is not taken; what is to be taken waits for it. */
  open(deliver: Deliver): void {
    this.closing = forManyWaiting();
    this.deliver = deliver;
    this.begin();
  }

  async offer(offers: readonly Offer[]): Promise<boolean> {
    if (!this.deliver) return Promise.resolve(false);
    for (const { ref, lane } of offers) void this.take(ref, lane);
    return Promise.resolve(true);
  }

  /**
   * Attempts a delivery when it is its tenant's turn, and when the lanes are open: Bull hands jobs out while the application is still
   * starting. Never rejects.
   * @param waitsNoMore called once, when it begins or is not going to
   * @returns when it has ended; at once where it waits for others of its own tenant, so that its caller may bring what other
   *   tenants have
   */
  async take(ref: DeliveryRef, lane: Lane, waitsNoMore: () => void = () => undefined): Promise<void> {
    await this.begun;
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

  /** Starts nothing more and forgets what has not begun: another worker's sweep finds it. */
  close(): void {
    this.deliver = undefined;
    this.begin();
    this.closing.abort(new Error('The lanes are closed'));
  }

  private async attempt(ref: DeliveryRef, lane: Lane, deliver: Deliver, waitsNoMore: () => void): Promise<void> {
    let leave: () => void;
    try {
      leave = await this.queues[lane].enter(ref.tenantId, this.closing.signal);
    } catch {
      // Too many of this tenant wait here, or the process stops: it stays pending in PostgreSQL, and a sweep finds it.
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

/** Every waiting delivery listens to this one signal; Node would warn of a leak. */
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
