export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

export interface FairQueueLimits {
  /** At least 1. */
  readonly inFlight: number;
  /** Concurrent work of one tenant. If it is below `inFlight`, a second tenant always finds a free slot. */
  readonly inFlightOfTenant: number;
  readonly waitingOfTenant: number;
}

/** Further calls have no effect. */
export type Leave = () => void;

interface TenantWork {
  inFlight: number;
  readonly waiting: (() => void)[];
}

/** Half of all slots, rounded up: the other half is free for a second tenant. */
export const halfOf = (places: number): number => Math.ceil(places / 2);

/**
 * Runs a limited number of pieces of work at a time. Tenants take turns, and each tenant's work runs in order of
 * arrival. A tenant with much work delays only itself, because its running and its waiting work are limited.
 */
export class FairQueue {
  private total = 0;
  private readonly tenants = new Map<string, TenantWork>();
  /** Tenants with waiting work; the next one comes first. */
  private readonly turns = new Set<string>();

  constructor(private readonly limits: FairQueueLimits) {}

  /**
   * Runs `work` in the tenant's turn. @param signal ends the wait; running work must observe it itself
   * @throws QueueFullError at once when the tenant has too much waiting work; the signal's reason when it aborts before
   * the work begins; the error of the work
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
   * Waits for the tenant's turn, for work that ends in another place than it begins.
   * @returns a function that must be called when the work has ended
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

  /** Whether the tenant's next piece of work has to wait for one of its running ones. */
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

  /** Limits the memory to tenants with current work. */
  private forgetIdle(tenant: string, own: TenantWork): void {
    if (own.inFlight === 0 && own.waiting.length === 0) this.tenants.delete(tenant);
  }

  private beginWaiting(): void {
    for (const tenant of this.turns) {
      if (this.total >= this.limits.inFlight) return;
      const own = this.tenants.get(tenant);
      if (!own || !this.mayBegin(own)) continue;
      const proceed = own.waiting.shift();
      this.turns.delete(tenant);
      // Moves the tenant to the end; this loop reaches it again if slots are left.
      if (own.waiting.length > 0) this.turns.add(tenant);
      if (!proceed) continue;
      // Counted before it continues, so that no other work takes the slot.
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
