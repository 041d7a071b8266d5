/** Milliseconds. */
const RENEW_EVERY = 5000;

/** The lease was lost: another process executes the job, or its tenant was reset. */
export class LostLease extends Error {
  override readonly name = 'LostLease';
}

/** The process stops: the job returns to the queue for another process. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Renews the lease of a job while this process executes it. `Progress` is saved with each renewal. */
export class RenewedLease<Progress = never> {
  progress: (() => Progress) | undefined;
  private lost: LostLease | undefined;
  private isRenewing = false;
  private readonly timer: NodeJS.Timeout;

  /** @param renew renews the lease in a separate transaction; throws LostLease when another process has it */
  constructor(
    private readonly renew: (progress?: Progress) => Promise<void>,
    private readonly isStopped: () => boolean,
  ) {
    this.timer = setInterval(() => void this.renewOnce(), RENEW_EVERY);
  }

  /** @throws LostLease when another process executes the job; Stopped when this process stops */
  require(): void {
    if (this.lost) throw this.lost;
    if (this.isStopped()) throw new Stopped();
  }

  end(): void {
    clearInterval(this.timer);
  }

  /** A renewal may wait for a transaction that locks the job; no second one starts meanwhile. */
  private async renewOnce(): Promise<void> {
    if (this.isRenewing) return;
    this.isRenewing = true;
    try {
      await this.renew(this.progress?.());
    } catch (error) {
      // After other errors the next renewal may succeed.
      if (error instanceof LostLease) this.lost = error;
    } finally {
      this.isRenewing = false;
    }
  }
}
