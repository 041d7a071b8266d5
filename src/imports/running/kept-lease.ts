import { type ImportsRepository, type Leased, LostLease } from '../imports.repository';

/** How often the lease is renewed: it lasts for a minute. */
const RENEW_EVERY = 5000;

/** The process stops: the import is given back, to go on elsewhere. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/**
 * Keeps the lease of an import for as long as this process works at it, in transactions of its own: a whole file may be read before
 * the first batch is written.
 */
export class KeptLease {
  private lost: LostLease | undefined;
  private isRenewing = false;
  private readonly timer: NodeJS.Timeout;

  /** @param isStopped whether the process stops */
  constructor(
    private readonly imports: ImportsRepository,
    private readonly leased: Leased,
    private readonly isStopped: () => boolean,
  ) {
    this.timer = setInterval(() => void this.renew(), RENEW_EVERY);
  }

  /** Waits behind a batch that holds the import; one such wait is enough. */
  private async renew(): Promise<void> {
    if (this.isRenewing) return;
    this.isRenewing = true;
    try {
      await this.imports.renew(this.leased);
    } catch (error) {
      // Whatever else failed may be over at the next time.
      if (error instanceof LostLease) this.lost = error;
    } finally {
      this.isRenewing = false;
    }
  }

  /** @throws LostLease when another process works at the import; Stopped when this one stops */
  require(): void {
    if (this.lost) throw this.lost;
    if (this.isStopped()) throw new Stopped();
  }

  /** Keeps it no longer. */
  end(): void {
    clearInterval(this.timer);
  }
}
