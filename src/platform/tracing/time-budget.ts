/** The database time of a request, including waits. Only time in which at least one piece of work runs counts. */
export class TimeBudget {
  private used = 0;
  private running = 0;
  private since = 0;

  /** @param limit milliseconds @param now a monotonic clock in milliseconds */
  constructor(
    private readonly limit: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Milliseconds; negative after it is used up. */
  get remaining(): number {
    return this.limit - this.used - (this.running > 0 ? this.now() - this.since : 0);
  }

  /** Concurrent work counts once. */
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
