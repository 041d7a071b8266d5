const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** A process that has lived for so long was not ended by what ended the one before it. */
const LIVED_LONG = 60_000;

/**
 * How long to wait before a process that ended is replaced, in milliseconds: not at all the first time, then twice as
 * long with each that does not live.
 */
export class Restarts {
  private inARow = 0;

  /** @param lived milliseconds from the process's start to its end */
  pauseAfter(lived: number): number {
    if (lived >= LIVED_LONG) this.inARow = 0;
    this.inARow += 1;
    return this.inARow === 1 ? 0 : Math.min(FIRST_PAUSE * 2 ** (this.inARow - 2), LONGEST_PAUSE);
  }
}
