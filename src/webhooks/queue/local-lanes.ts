import { type DeliveryRef, DeliveryTrigger, LANES, type Lane, type Offer } from './delivery-trigger';

/** Attempts one delivery. Never rejects. */
export type Deliver = (ref: DeliveryRef, lane: Lane) => Promise<void>;

/** Offers waiting in one process; what does not fit is left to the next sweep. */
const MAX_WAITING = 10_000;

/** Attempts deliveries in this very process, so many of each lane at once: without Redis, and while it is away. */
export class LocalLanes extends DeliveryTrigger {
  private readonly waiting: Record<Lane, DeliveryRef[]> = { prompt: [], patient: [] };
  private readonly running: Record<Lane, number> = { prompt: 0, patient: 0 };
  /** Waiting or running: the same delivery is not taken twice. */
  private readonly known = new Set<string>();

  private deliver: Deliver | undefined;

  constructor(private readonly concurrency: Readonly<Record<Lane, number>>) {
    super();
  }

  /** Begins: what was offered before waited. */
  open(deliver: Deliver): void {
    this.deliver = deliver;
    for (const lane of LANES) this.pump(lane);
  }

  async offer(offers: readonly Offer[]): Promise<boolean> {
    for (const { ref, lane } of offers) {
      const key = keyOf(ref);
      if (this.known.has(key) || this.waiting[lane].length >= MAX_WAITING) continue;
      this.known.add(key);
      this.waiting[lane].push(ref);
      this.pump(lane);
    }
    return Promise.resolve(true);
  }

  /** Begins nothing more and forgets what has not begun. */
  close(): void {
    this.deliver = undefined;
    for (const refs of [this.waiting.prompt, this.waiting.patient]) {
      for (const ref of refs.splice(0)) this.known.delete(keyOf(ref));
    }
  }

  private pump(lane: Lane): void {
    const { deliver } = this;
    while (deliver && this.running[lane] < this.concurrency[lane]) {
      const ref = this.waiting[lane].shift();
      if (!ref) return;
      this.running[lane] += 1;
      void deliver(ref, lane).finally(() => {
        this.running[lane] -= 1;
        this.known.delete(keyOf(ref));
        this.pump(lane);
      });
    }
  }
}

const keyOf = (ref: DeliveryRef): string => `${ref.tenantId}/${ref.deliveryId}`;
