import { type ExportsRepository, type Leased, LostLease } from '../exports.repository';

/** How often it says how far the export is, and so keeps its lease. */
const REPORT_EVERY = 5000;

/** The process stops: the export is given back, to begin anew elsewhere. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Keeps the lease of an export for as long as this process works at it, in transactions of its own. */
export class KeptLease {
  /** Records written so far. */
  rows = 0;

  private lost: LostLease | undefined;
  private readonly reporting: NodeJS.Timeout;

  /** @param isStopped whether the process stops */
  constructor(
    exports: ExportsRepository,
    leased: Leased,
    private readonly isStopped: () => boolean,
  ) {
    this.reporting = setInterval(() => {
      exports.advance(leased, this.rows).catch((error: unknown) => {
        // Whatever else failed may be over at the next time.
        if (error instanceof LostLease) this.lost = error;
      });
    }, REPORT_EVERY);
  }

  /** @throws LostLease when another process works at the export; Stopped when this one stops */
  require(): void {
    if (this.lost) throw this.lost;
    if (this.isStopped()) throw new Stopped();
  }

  /** Keeps it no longer. */
  end(): void {
    clearInterval(this.reporting);
  }
}
