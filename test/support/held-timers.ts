import { eventually } from './webhooks/delivering';

type Callback = (...args: unknown[]) => void;

interface Held {
  readonly milliseconds: number;
  readonly handle: NodeJS.Timeout;
  readonly call: () => void;
}

/**
 * Timers of chosen lengths that fire only when the test calls `come`. So a test can verify a scheduled job without
 * waiting an hour. All other timers run as usual, including those of `setInterval`.
 */
export class HeldTimers {
  private held: Held[] = [];
  /** For each length, the highest number of timers that were set at the same time. */
  private readonly most = new Map<number, number>();
  private readonly spies: jest.SpyInstance[] = [];

  /** @param lengths of timers in milliseconds; affects timers set from now on */
  constructor(lengths: readonly number[]) {
    const set = globalThis.setTimeout as (callback: Callback, ...rest: unknown[]) => NodeJS.Timeout;
    const holding = (callback: Callback, milliseconds?: number, ...args: unknown[]): NodeJS.Timeout => {
      if (milliseconds === undefined || !lengths.includes(milliseconds)) return set(callback, milliseconds, ...args);
      // A real timer that does nothing, so that callers can clear or unref it.
      const handle = set(() => undefined, 2 ** 31 - 1).unref();
      this.held.push({ milliseconds, handle, call: () => callback(...args) });
      this.most.set(milliseconds, Math.max(this.most.get(milliseconds) ?? 0, this.heldOf(milliseconds).length));
      return handle;
    };
    const clear = globalThis.clearTimeout as (handle?: NodeJS.Timeout) => void;
    const clearing = (handle?: NodeJS.Timeout): void => {
      this.held = this.held.filter((one) => one.handle !== handle);
      clear(handle);
    };
    this.spies.push(
      jest.spyOn(globalThis, 'setTimeout').mockImplementation(holding as never),
      jest.spyOn(globalThis, 'clearTimeout').mockImplementation(clearing as never),
    );
  }

  /**
   * Fires the timers of this length, once each. First waits until as many are set as ever were, for jobs that set their
   * timer again when they end.
   * @throws Error if no timer of this length was ever set, or one is not set again within two minutes
   */
  async come(milliseconds: number): Promise<void> {
    const most = this.most.get(milliseconds);
    if (most === undefined) throw new Error(`No timer of ${milliseconds} ms is set`);
    await eventually(() => Promise.resolve(this.heldOf(milliseconds).length >= most));
    const due = this.heldOf(milliseconds);
    this.held = this.held.filter((one) => !due.includes(one));
    for (const { call } of due) call();
  }

  private heldOf(milliseconds: number): Held[] {
    return this.held.filter((one) => one.milliseconds === milliseconds);
  }

  isSet(milliseconds: number): boolean {
    return this.heldOf(milliseconds).length > 0;
  }

  /** Stops holding new timers. */
  release(): void {
    for (const spy of this.spies) spy.mockRestore();
  }
}
