/**
 * How long the work of one request may use the database in all, its waits for connections and locks included. Only the time in which
 * at least one piece of work runs counts, so that slow uploads, rendering and long polls have limits of their own.
 */
export class TimeBudget {
  private used = 0;
  private running = 0;
  private since = 0;

  /**
   * @param limit milliseconds
   * @param now a clock in milliseconds that is never set back
   */
  constructor(
    private readonly limit: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Milliseconds that are left; negative when it is used up. */
  get remaining(): number {
    return this.limit - this.used - (this.running > 0 ? this.now() - this.since : 0);
  }

  /** Runs work whose time counts. Pieces of work that run at the same time count once. */
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
