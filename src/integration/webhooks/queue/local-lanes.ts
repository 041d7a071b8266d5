import { setMaxListeners } from 'node:events';
import { FairQueue, halfOf } from '../../../common/async/fair-queue';
import { type DeliveryRef, DeliveryTrigger, type Lane, type Offer } from '../delivery/delivery-trigger';

/** Attempts one delivery. Never rejects. */
export type Deliver = (ref: DeliveryRef, lane: Lane) => Promise<void>;

/** Maximum waiting deliveries of one tenant in a lane of one process. The next sweep finds the others. */
const MOST_WAITING = 100;

/**
 * Runs the attempts of this process. Limits the attempts per lane; one tenant gets at most half of a lane. Serves
 * tenants in turn. Deliveries come from Bull, from the sweep and, without Redis, directly from the fan-out.
 */
export class LocalLanes extends DeliveryTrigger {
  private readonly queues: Readonly<Record<Lane, FairQueue>>;
  /** Deliveries that wait or run in a lane, to avoid duplicates. */
  private readonly known = new Set<string>();
  private deliver: Deliver | undefined;
  private begin: () => void = () => undefined;
  /** Resolves when the lanes open, or close without having opened. */
  private readonly begun = new Promise<void>((resolve) => (this.begin = resolve));
  /** Aborted when the lanes close: drops waiting deliveries. */
  private closing = forManyWaiting();

  constructor(concurrency: Readonly<Record<Lane, number>>) {
    super();
    this.queues = { prompt: queueOf(concurrency.prompt), patient: queueOf(concurrency.patient) };
  }

  /** Starts accepting deliveries. Earlier offers are declined; earlier calls of `take` wait for this. */
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
   * Attempts a delivery when the lanes are open and it is its tenant's turn. Never rejects.
   * @param waitsNoMore called once, when the delivery begins or is dropped
   * @returns when the delivery has ended; immediately if others of its tenant are before it, to bring other tenants'
   * deliveries
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

  /** Starts nothing more and drops waiting deliveries: the sweep of another worker finds them. */
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
      // Too many of this tenant wait here, or the process stops. The delivery stays pending, and a sweep finds it.
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

/** Every waiting delivery listens to this signal, so disable Node's warning about many listeners. */
function forManyWaiting(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

function queueOf(concurrency: number): FairQueue {
  return new FairQueue({ inFlight: concurrency, inFlightOfTenant: halfOf(concurrency), waitingOfTenant: MOST_WAITING });
}
