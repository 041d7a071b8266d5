/** The functions that a timer is set with. */
const SETTERS = ['setInterval', 'setTimeout'] as const;

type Callback = (...args: unknown[]) => void;

interface Held {
  readonly milliseconds: number;
  readonly repeats: boolean;
  readonly handle: NodeJS.Timeout;
  readonly call: () => void;
}

/**
 * Timers of chosen lengths that come when the test says so, and not before: that a job is set to run is seen in what it
 * does, without waiting for an hour. All other timers run as ever.
 */
export class HeldTimers {
  private held: Held[] = [];
  private readonly spies: jest.SpyInstance[] = [];

  /** @param lengths of timers in milliseconds: of those that are set from now on */
  constructor(lengths: readonly number[]) {
    for (const name of SETTERS) {
      const original = globalThis[name] as (callback: Callback, ...rest: unknown[]) => NodeJS.Timeout;
      const holding = (callback: Callback, milliseconds?: number, ...args: unknown[]): NodeJS.Timeout => {
        if (milliseconds === undefined || !lengths.includes(milliseconds)) {
          return original(callback, milliseconds, ...args);
        }
        // A timer of its own all the same, that does nothing: it can be cleared, and be asked not to keep the process up.
        const handle = original(() => undefined, 2 ** 31 - 1).unref();
        const call = (): void => callback(...args);
        this.held.push({ milliseconds, repeats: name === 'setInterval', handle, call });
        return handle;
      };
      this.spies.push(jest.spyOn(globalThis, name).mockImplementation(holding as never));
    }
    for (const name of ['clearInterval', 'clearTimeout'] as const) {
      const original = globalThis[name] as (handle?: NodeJS.Timeout) => void;
      const clearing = (handle?: NodeJS.Timeout): void => {
        this.held = this.held.filter((one) => one.handle !== handle);
        original(handle);
      };
      this.spies.push(jest.spyOn(globalThis, name).mockImplementation(clearing as never));
    }
  }

  /** Lets the timers of this length come, once each. Throws when there is none. */
  come(milliseconds: number): void {
    const due = this.held.filter((one) => one.milliseconds === milliseconds);
    if (due.length === 0) throw new Error(`No timer of ${milliseconds} ms is set`);
    this.held = this.held.filter((one) => one.repeats || !due.includes(one));
    for (const { call } of due) call();
  }

  /** Whether a timer of this length is set that comes once. */
  isSetOnce(milliseconds: number): boolean {
    return this.held.some((one) => one.milliseconds === milliseconds && !one.repeats);
  }

  /** Holds no timer any more that is set from now on. */
  release(): void {
    for (const spy of this.spies) spy.mockRestore();
  }
}
