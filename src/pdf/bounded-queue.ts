/** There is no room left to wait in. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/** Runs a few pieces of work at a time and lets a few more wait, in the order they came. */
export class BoundedQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param parallel how many run at once
   * @param room how many may wait
   */
  constructor(
    private readonly parallel: number,
    private readonly room: number,
  ) {}

  /**
   * Runs `work` as soon as there is a place for it.
   * @param signal gives up waiting; work that has begun must watch it itself
   * @throws QueueFullError at once when nothing more may wait; the signal's reason when it was aborted while waiting
   */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.running < this.parallel) this.running++;
    else await this.wait(signal);
    try {
      return await work();
    } finally {
      // The place goes straight to whoever waits longest, so that nobody can slip in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }

  private wait(signal: AbortSignal): Promise<void> {
    if (this.waiting.length >= this.room) throw new QueueFullError('Too many are waiting already');
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.waiting.splice(this.waiting.indexOf(proceed), 1);
        reject(signal.reason as Error);
      };
      this.waiting.push(proceed);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }
}
