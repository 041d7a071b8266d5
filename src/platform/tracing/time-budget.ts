/**
 * The total database time of one request, including waits for connections and locks. Only the time in which at least
 * one piece of work runs counts, because uploads, rendering and long polls have separate limits.
 */
export class TimeBudget {
  private used = 0;
  private running = 0;
  private since = 0;

  /** @param limit milliseconds @param now a monotonic clock in milliseconds */
  constructor(
    private readonly limit: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Remaining milliseconds; negative after it is used up. */
  get remaining(): number {
    return this.limit - this.used - (this.running > 0 ? this.now() - this.since : 0);
  }

  /** Runs work whose time counts. Concurrent work counts once. */
  async spend<T>(work: () => Promise<T>): Promise<T> {
    if (this.running === 0) this.since = this.now();
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
      if (this.running === 0) this.used += this.now() - this.since;
    }
  }
}
