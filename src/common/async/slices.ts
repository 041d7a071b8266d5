/** Milliseconds of work after which other requests take a turn. */
const SLICE_MILLISECONDS = 10;

/**
 * Cuts long work into slices, so that other requests of the process run in between. One object for one piece of work. Work
 * of less than 10 ms is one slice and waits for nothing.
 */
export class Slices {
  private began = performance.now();

  /** Whether the present slice is used up. Callers check it after each small part of the work, for example a line of a document. */
  get isOver(): boolean {
    return performance.now() - this.began >= SLICE_MILLISECONDS;
  }

  /** Lets everything run that waits, and begins the next slice. */
  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.began = performance.now();
  }
}
