/** This tenant has as many waiting as it may. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/** How much a {@link FairQueue} lets begin and wait. */
export interface FairQueueLimits {
  /** Pieces of work under way at once, of all tenants together: 1 or more. */
  readonly inFlight: number;
  /** The same for one tenant. Below `inFlight`, a second tenant always finds a free place. */
  readonly inFlightOfTenant: number;
  /** Pieces of work of one tenant that may wait. */
  readonly waitingOfTenant: number;
}

/** Ends the work that {@link FairQueue.enter} let begin. Calling it again changes nothing. */
export type Leave = () => void;

interface TenantWork {
  inFlight: number;
  readonly waiting: (() => void)[];
}

/**
 * How many pieces of work of one tenant run at once: half of all places, rounded up. A single tenant leaves the other half
 * free, so that a second one begins at once whatever the first one does.
 */
export const halfOf = (places: number): number => Math.ceil(places / 2);

/**
 * Lets a few pieces of work run at a time and takes the waiting ones in turns among tenants, each tenant's own in the order
 * they came. However much a tenant asks for, it delays only itself: its running and its waiting work are both limited.
 */
export class FairQueue {
  private total = 0;
  private readonly tenants = new Map<string, TenantWork>();
  /** Tenants with something waiting; whose turn it is next stands first. */
  private readonly turns = new Set<string>();

  constructor(private readonly limits: FairQueueLimits) {}

  /**
   * Runs `work` when it is the tenant's turn.
   * @param signal gives up waiting; work that has begun must watch it itself
   * @returns what the work answers
   * @throws QueueFullError at once when no more of this tenant may wait; the signal's reason when it was aborted
   *   before the work began; whatever the work throws
   */
  async run<T>(tenant: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.enter(tenant, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Waits for the tenant's turn, for work that ends elsewhere than where it began.
   * @returns what must be called when the work has ended
   * @throws QueueFullError, or the signal's reason, as {@link run} does
   */
  async enter(tenant: string, signal?: AbortSignal): Promise<Leave> {
    signal?.throwIfAborted();
    const own = this.tenants.get(tenant) ?? { inFlight: 0, waiting: [] };
    this.tenants.set(tenant, own);
    if (this.mayBegin(own)) this.begin(own);
    else await this.wait(tenant, own, signal);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.end(tenant, own);
    };
  }

  /** Whether the tenant's next piece of work would have to wait for one of its own to end. */
  isAtCap(tenant: string): boolean {
    return (this.tenants.get(tenant)?.inFlight ?? 0) >= this.limits.inFlightOfTenant;
  }

  private mayBegin(own: TenantWork): boolean {
    return this.total < this.limits.inFlight && own.inFlight < this.limits.inFlightOfTenant;
  }

  private begin(own: TenantWork): void {
    this.total += 1;
    own.inFlight += 1;
  }

  private end(tenant: string, own: TenantWork): void {
    this.total -= 1;
    own.inFlight -= 1;
    this.beginWaiting();
    this.forgetIdle(tenant, own);
  }

  /** What is remembered grows with the work there is, not with the tenants there ever were. */
  private forgetIdle(tenant: string, own: TenantWork): void {
    if (own.inFlight === 0 && own.waiting.length === 0) this.tenants.delete(tenant);
  }

  /** Gives free places to waiting work, one of each tenant in turn; a tenant at its cap is passed over. */
  private beginWaiting(): void {
    for (const tenant of this.turns) {
      if (this.total >= this.limits.inFlight) return;
      const own = this.tenants.get(tenant);
      if (!own || !this.mayBegin(own)) continue;
      const proceed = own.waiting.shift();
      this.turns.delete(tenant);
      // Behind the others; this very loop comes to it again if places are left.
      if (own.waiting.length > 0) this.turns.add(tenant);
      if (!proceed) continue;
      // Counted here and not when it goes on: nobody may slip in between.
      this.begin(own);
      proceed();
    }
  }

  private wait(tenant: string, own: TenantWork, signal: AbortSignal | undefined): Promise<void> {
    if (own.waiting.length >= this.limits.waitingOfTenant) {
      this.forgetIdle(tenant, own);
      throw new QueueFullError('Too many of this tenant wait');
    }
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        own.waiting.splice(own.waiting.indexOf(proceed), 1);
        if (own.waiting.length === 0) this.turns.delete(tenant);
        this.forgetIdle(tenant, own);
        reject(signal?.reason as Error);
      };
      own.waiting.push(proceed);
      this.turns.add(tenant);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }
}
