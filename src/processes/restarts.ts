const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** After this time alive, milliseconds, the end of a process no longer counts as part of a crash loop. */
const LIVED_LONG = 60_000;

/** Back-off for replacing processes that end: at once the first time, then 0.5 s doubling up to 30 s while they die young. */
export class Restarts {
  private inARow = 0;

  /**
   * @param lived milliseconds from the process's start to its end
   * @returns milliseconds to wait before its replacement is started
   */
  pauseAfter(lived: number): number {
    if (lived >= LIVED_LONG) this.inARow = 0;
    this.inARow += 1;
    return this.inARow === 1 ? 0 : Math.min(FIRST_PAUSE * 2 ** (this.inARow - 2), LONGEST_PAUSE);
  }
}
