import { setTimeout as sleep } from 'node:timers/promises';

/** Runs work under the same name one after the other, within one process. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /**
   * Runs the work once all earlier work under this name has ended.
   * @param patience the longest wait, in milliseconds
   * @returns what the work returns; `busy` when the wait was longer
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
  // An error of earlier work is reported to its own caller.
}
