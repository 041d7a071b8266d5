/** Milliseconds. */
const SLICE_MILLISECONDS = 10;

/** Divides long work into slices, so that other requests run in between. Create one object per piece of work. */
export class Slices {
  private began = performance.now();

  /** Whether the current slice is used up. Callers check it after each small part, such as a line of a document. */
  get isOver(): boolean {
    return performance.now() - this.began >= SLICE_MILLISECONDS;
  }

  /** Runs all waiting work, then begins the next slice. */
  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.began = performance.now();
  }

  /** Yields the items, with a pause when the work on the previous ones has used up a slice. */
  async *divide<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
    for (const item of items) {
      yield item;
      if (this.isOver) await this.pause();
    }
  }
}
