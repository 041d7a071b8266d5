/** How often a lease is renewed, in milliseconds. */
const RENEW_EVERY = 5000;

/** The lease was lost: another process works at the job, or its tenant was reset. */
export class LostLease extends Error {
  override readonly name = 'LostLease';
}

/** The process stops: the job is given back, and another process goes on with it. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Renews the lease of a job for as long as this process works at it. `Progress` is what a renewal writes beside. */
export class KeptLease<Progress = never> {
  /** How far the job is. */
  progress: (() => Progress) | undefined;
  private lost: LostLease | undefined;
  private isRenewing = false;
  private readonly timer: NodeJS.Timeout;

  /**
   * @param renew renews the lease in a transaction of its own; throws LostLease when another process has it
   * @param isStopped whether the process stops
   */
  constructor(
    private readonly renew: (progress?: Progress) => Promise<void>,
    private readonly isStopped: () => boolean,
  ) {
    this.timer = setInterval(() => void this.keep(), RENEW_EVERY);
  }

  /** @throws LostLease when another process works at the job; Stopped when this one stops */
  require(): void {
    if (this.lost) throw this.lost;
    if (this.isStopped()) throw new Stopped();
  }

  /** Ends the renewals. */
  end(): void {
    clearInterval(this.timer);
  }

  /** A renewal may wait for a transaction that holds the job. No second one waits with it. */
  private async keep(): Promise<void> {
    if (this.isRenewing) return;
    this.isRenewing = true;
    try {
      await this.renew(this.progress?.());
    } catch (error) {
      // After any other error the next renewal may succeed.
      if (error instanceof LostLease) this.lost = error;
    } finally {
      this.isRenewing = false;
    }
  }
}
