import { eventually } from './webhooks/delivering';

type Callback = (...args: unknown[]) => void;

interface Held {
  readonly milliseconds: number;
  readonly handle: NodeJS.Timeout;
  readonly call: () => void;
}

/**
 * Timers of chosen lengths that come when the test says so, and not before: that a job is set to run is seen in what it
 * does, without waiting for an hour. All other timers run as ever, those of `setInterval` among them.
 */
export class HeldTimers {
  private held: Held[] = [];
  /** Of each length, how many timers were set at one time at the most. */
  private readonly most = new Map<number, number>();
  private readonly spies: jest.SpyInstance[] = [];

  /** @param lengths of timers in milliseconds: of those that are set from now on */
  constructor(lengths: readonly number[]) {
    const set = globalThis.setTimeout as (callback: Callback, ...rest: unknown[]) => NodeJS.Timeout;
    const holding = (callback: Callback, milliseconds?: number, ...args: unknown[]): NodeJS.Timeout => {
      if (milliseconds === undefined || !lengths.includes(milliseconds)) return set(callback, milliseconds, ...args);
      // A timer of its own all the same, that does nothing: it can be cleared, and be asked not to keep the process up.
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
   * Lets the timers of this length come, once each; first waits until all of them are set that ever were, for work that sets
   * its timer anew when it has ended.
   * @throws Error when no timer of this length was ever set, or one of them is not set again within two minutes
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

  /** Whether a timer of this length is set. */
  isSet(milliseconds: number): boolean {
    return this.heldOf(milliseconds).length > 0;
  }

  /** Holds no timer any more that is set from now on. */
  release(): void {
    for (const spy of this.spies) spy.mockRestore();
  }
}
