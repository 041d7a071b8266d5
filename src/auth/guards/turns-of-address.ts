/** Unknown tokens of one address that are looked up at the same time. */
const AT_ONCE = 8;

interface Turns {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Looks up unknown tokens of one address a few at a time. Each wrong one counts against the address before the next has
 * its turn, so that a burst of guesses comes to the limit as surely as a row of them.
 */
export class TurnsOfAddress {
  private readonly addresses = new Map<string, Turns>();

  /** Runs the work when it is its turn, and answers what it answers. */
  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    const turns = this.addresses.get(address) ?? { running: 0, waiting: [] };
    this.addresses.set(address, turns);
    if (turns.running < AT_ONCE) turns.running += 1;
    else await new Promise<void>((resolve) => turns.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = turns.waiting.shift();
      if (next) next();
      else if ((turns.running -= 1) === 0) this.addresses.delete(address);
    }
  }
}
