import { setTimeout as sleep } from 'node:timers/promises';

/** Lets those who come for the same thing in one process go one after the other. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /**
   * Does the work when everyone who came before for this name is done.
   * @param patience milliseconds to wait for one's turn
   * @returns what the work answers; `busy` when the turn did not come
   */
  async take<R>(name: string, patience: number, work: () => Promise<R>): Promise<R | 'busy'> {
    const before = this.last.get(name);
    const mine = before ? this.after(before, patience, work) : work();
    const ended = mine.then(ignore, ignore);
    this.last.set(name, ended);
    try {
      return await mine;
    } finally {
      if (this.last.get(name) === ended) this.last.delete(name);
    }
  }

  private async after<R>(before: Promise<unknown>, patience: number, work: () => Promise<R>): Promise<R | 'busy'> {
    const end = new AbortController();
    const late = sleep(Math.max(patience, 0), 'busy', { signal: end.signal, ref: false }).catch(ignore);
    const first = await Promise.race([before, late]);
    end.abort();
    return first === 'busy' ? 'busy' : work();
  }
}

function ignore(): void {
  // How the one before ended is for its own caller.
}
